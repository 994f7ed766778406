package io.medevac.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.medevac.events.CommandKind;
import io.medevac.events.EventHeader;
import io.medevac.events.OperatorCommand;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against an HTTP server that answers as the registry does; SchemaRegistryIT asks a real one. */
class EventCodecTest {
    private static final int ID = 259;
    private static final int FOREIGN = 7;
    private HttpServer server;
    private EventCodec codec;

    @BeforeEach
    void startRegistry() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/subjects/io.medevac.events.OperatorCommand", 200, Map.of("id", ID));
        answer("/schemas/ids/" + ID, 200, schema(OperatorCommand.getClassSchema()));
        answer(
                "/schemas/ids/" + FOREIGN,
                200,
                schema(SchemaBuilder.record("java.lang.Runtime").fields().endRecord()));
        answer("/schemas/ids/404", 404, Map.of("error_code", 40403));
        answer("/schemas/ids/500", 500, Map.of("error_code", 50001));
        server.start();
        codec =
                new EventCodec(
                        new SchemaRegistry(
                                URI.create("http://127.0.0.1:" + server.getAddress().getPort())));
    }

    @AfterEach
    void stopRegistry() {
        server.stop(0);
    }

    @Test
    void framesWithMagicByteAndSchemaIdAndReadsItBack() {
        OperatorCommand command = command();

        byte[] bytes = codec.encode(command);

        assertThat(Arrays.copyOf(bytes, 5)).containsExactly(0, 0, 0, 1, 3);
        assertThat(codec.decode(bytes)).isEqualTo(command);
    }

    @Test
    void refusesBytesThatEndTooEarlyOrTooLate() {
        byte[] bytes = codec.encode(command());

        assertThatExceptionOfType(PermanentFailure.class)
                .isThrownBy(() -> codec.decode(Arrays.copyOf(bytes, bytes.length - 3)));
        assertThatExceptionOfType(PermanentFailure.class)
                .isThrownBy(() -> codec.decode(Arrays.copyOf(bytes, bytes.length + 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\0", "hello, no Avro here", "\0\0\0\1\u0094"})
    void refusesWhatIsNoEvent(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);

        assertThatExceptionOfType(PermanentFailure.class).isThrownBy(() -> codec.decode(bytes));
    }

    @Test
    void neverLoadsAClassThatIsNoEvent() {
        assertThatExceptionOfType(PermanentFailure.class)
                .isThrownBy(() -> codec.decode(new byte[] {0, 0, 0, 0, FOREIGN}))
                .withMessageContaining("none of our events");
    }

    @Test
    void holdsARecordWhileTheRegistryFails() {
        assertThatExceptionOfType(TransientFailure.class)
                .isThrownBy(() -> codec.decode(new byte[] {0, 0, 0, 1, (byte) 0xF4}));
        server.stop(0);
        assertThatExceptionOfType(TransientFailure.class)
                .isThrownBy(() -> codec.decode(new byte[] {0, 0, 0, 0, 9}));
    }

    private static OperatorCommand command() {
        EventHeader header =
                new EventHeaders("demo")
                        .of(new UUID(1, 2), null, "gpu-1", Instant.ofEpochSecond(1), null);
        return OperatorCommand.newBuilder()
                .setHeader(header)
                .setCommand(CommandKind.INJECT)
                .setOperator("ada@host")
                .setReason("")
                .setParameters(Map.of("xid", "79"))
                .build();
    }

    private static Map<String, String> schema(Schema schema) {
        return Map.of("schema", schema.toString());
    }

    private void answer(String path, int status, Object body) {
        server.createContext(
                path,
                exchange -> {
                    byte[] bytes = new ObjectMapper().writeValueAsBytes(body);
                    exchange.sendResponseHeaders(status, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
    }
}
