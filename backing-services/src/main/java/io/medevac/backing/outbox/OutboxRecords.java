package io.medevac.backing.outbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Turns what the event router made into what goes on the topic, as the connector's converters do in
 * Kafka Connect.
 */
final class OutboxRecords {

    private static final String HEARTBEAT = "__debezium-heartbeat";

    private OutboxRecords() {}

    /** Record for the topic; empty for a heartbeat, which only tells how far the log was read. */
    static Optional<ProducerRecord<byte[], byte[]>> toProducerRecord(SourceRecord source) {
        if (source.topic().startsWith(HEARTBEAT)) {
            return Optional.empty();
        }
        byte[] key =
                source.key() == null
                        ? null
                        : source.key().toString().getBytes(StandardCharsets.UTF_8);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(source.topic(), key, bytes(source.value()));
        for (Header header : source.headers()) {
            if (header.value() != null) {
                record.headers()
                        .add(
                                header.key(),
                                header.value().toString().getBytes(StandardCharsets.UTF_8));
            }
        }
        return Optional.of(record);
    }

    private static byte[] bytes(Object value) {
        return switch (value) {
            case byte[] bytes -> bytes;
            case ByteBuffer buffer -> {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.duplicate().get(bytes);
                yield bytes;
            }
            default ->
                    throw new IllegalStateException(
                            "the payload of an outbox row is bytes, not " + value.getClass());
        };
    }
}
