package io.medevac.backing.outbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * What goes on the topic of what the event router made, as the connector's converters do it in
 * Kafka Connect.
 *
 * @param writer principal whose outbox table it comes from, and as whom it is written
 */
record OutboxRecord(String writer, ProducerRecord<byte[], byte[]> record) {

    /** Header that the connector gives each row by the schema of its table. */
    private static final String WRITER = "writer";

    private static final String HEARTBEAT = "__debezium-heartbeat";

    /** Record for the topic; empty for a heartbeat, which only tells how far the log was read. */
    static Optional<OutboxRecord> of(SourceRecord source) {
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
            if (header.value() != null && !header.key().equals(WRITER)) {
                record.headers()
                        .add(
                                header.key(),
                                header.value().toString().getBytes(StandardCharsets.UTF_8));
            }
        }
        return Optional.of(new OutboxRecord(writer(source), record));
    }

    private static String writer(SourceRecord source) {
        Header writer = source.headers().lastWithName(WRITER);
        if (writer == null || writer.value() == null) {
            throw new IllegalStateException("a row of no known outbox table for " + source.topic());
        }
        return writer.value().toString();
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
