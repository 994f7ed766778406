package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import io.medevac.events.CommandKind;
import io.medevac.events.OperatorCommand;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import io.medevac.wire.SchemaRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Records are read and written by the field's standard tools as they are. */
class StandardToolsIT {
    private static final RealParts PARTS = new RealParts();
    private static final String TOPIC = "medevac.commands.v1";
    private static String registry;
    private static EventCodec codec;

    @BeforeAll
    static void start() {
        registry = PARTS.start().get("medevac.registry.url");
        codec = new EventCodec(new SchemaRegistry(URI.create(registry)));
    }

    @AfterAll
    static void stop() {
        PARTS.stop();
    }

    @Test
    void apicuriosDeserializerReadsOurRecords() {
        OperatorCommand command = command();
        try (AvroKafkaDeserializer<GenericRecord> deserializer = new AvroKafkaDeserializer<>()) {
            deserializer.configure(apicurio(), false);

            GenericRecord read = deserializer.deserialize(TOPIC, codec.encode(command));

            assertThat(read.get("operator")).hasToString("ada@host");
            assertThat(read.getSchema().getFullName())
                    .isEqualTo("io.medevac.events.OperatorCommand");
        }
    }

    @Test
    void weReadTheRecordsOfApicuriosSerializer() {
        OperatorCommand command = command();
        try (AvroKafkaSerializer<OperatorCommand> serializer = new AvroKafkaSerializer<>()) {
            Map<String, Object> config = apicurio();
            config.put(
                    "apicurio.registry.artifact-resolver-strategy",
                    "io.apicurio.registry.serde.avro.strategy.QualifiedRecordIdStrategy");
            serializer.configure(config, false);

            byte[] bytes = serializer.serialize(TOPIC, command);

            assertThat(bytes).isEqualTo(codec.encode(command));
            assertThat(codec.decode(bytes)).isEqualTo(command);
        }
    }

    /** What kcat and Confluent's console consumer ask: the schema of the id in the record. */
    @Test
    void theSchemaOfARecordIsFoundByItsIdInTheConfluentWay() throws Exception {
        int id = ByteBuffer.wrap(codec.encode(command()), 1, 4).getInt();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    http.send(
                            HttpRequest.newBuilder(URI.create(registry + "/schemas/ids/" + id))
                                    .header("Accept", "application/vnd.schemaregistry.v1+json")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("OperatorCommand", "\\\"EventHeader\\\"");
        }
    }

    private static Map<String, Object> apicurio() {
        Map<String, Object> config = new HashMap<>();
        config.put(
                "apicurio.registry.url", registry.replace("/apis/ccompat/v7", "/apis/registry/v3"));
        config.put("apicurio.registry.auto-register", "false");
        config.put("apicurio.registry.find-latest", "true");
        return config;
    }

    private static OperatorCommand command() {
        return OperatorCommand.newBuilder()
                .setHeader(
                        new EventHeaders("demo")
                                .of(
                                        EventIds.derived("command"),
                                        null,
                                        "gpu-1",
                                        Instant.ofEpochSecond(1_767_225_600L),
                                        null))
                .setCommand(CommandKind.INJECT)
                .setOperator("ada@host")
                .setReason("")
                .setParameters(Map.of("xid", "79"))
                .build();
    }
}
