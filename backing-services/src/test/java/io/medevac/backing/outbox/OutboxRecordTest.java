package io.medevac.backing.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class OutboxRecordTest {

    @Test
    void keepsKeyBytesAndHeaders() {
        SourceRecord source = source("medevac.jobs.v1", ByteBuffer.wrap(new byte[] {0, 1, 2}));
        source.headers().addString("writer", "slurm-bridge");
        source.headers().addString("ce_id", "7");
        source.headers().add("traceparent", null, Schema.OPTIONAL_STRING_SCHEMA);

        OutboxRecord outgoing = OutboxRecord.of(source).orElseThrow();

        assertThat(outgoing.writer()).isEqualTo("slurm-bridge");
        ProducerRecord<byte[], byte[]> record = outgoing.record();

        assertThat(record.topic()).isEqualTo("medevac.jobs.v1");
        assertThat(record.key()).isEqualTo("demo/gpu-1".getBytes(StandardCharsets.UTF_8));
        assertThat(record.value()).containsExactly(0, 1, 2);
        assertThat(record.headers().toArray())
                .singleElement()
                .satisfies(
                        header -> {
                            assertThat(header.key()).isEqualTo("ce_id");
                            assertThat(header.value())
                                    .isEqualTo("7".getBytes(StandardCharsets.UTF_8));
                        });
    }

    @Test
    void sendsNoHeartbeats() {
        assertThat(OutboxRecord.of(source("__debezium-heartbeat.medevac", ""))).isEmpty();
    }

    @Test
    void refusesARowOfWhichItCannotTellTheWriter() {
        SourceRecord source = source("medevac.jobs.v1", ByteBuffer.wrap(new byte[] {0}));

        assertThatThrownBy(() -> OutboxRecord.of(source))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("medevac.jobs.v1");
    }

    private static SourceRecord source(String topic, Object value) {
        return new SourceRecord(
                Map.of(),
                Map.of(),
                topic,
                null,
                Schema.STRING_SCHEMA,
                "demo/gpu-1",
                Schema.BYTES_SCHEMA,
                value);
    }
}
