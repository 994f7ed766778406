package io.medevac.backing.outbox;

import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a batch and marks it processed only when Kafka has acknowledged all of it; while Kafka is
 * away the batch is sent again and again, in order.
 */
final class KafkaRelay implements DebeziumEngine.ChangeConsumer<RecordChangeEvent<SourceRecord>> {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaRelay.class);
    private static final long ACKNOWLEDGED_WITHIN_SECONDS = 35;
    private static final long PAUSE_MILLIS = 500;

    private final KafkaProducer<byte[], byte[]> producer;

    KafkaRelay(KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    @Override
    public void handleBatch(
            List<RecordChangeEvent<SourceRecord>> batch,
            DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
            throws InterruptedException {
        while (!sent(batch)) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        for (RecordChangeEvent<SourceRecord> event : batch) {
            committer.markProcessed(event);
        }
        committer.markBatchFinished();
    }

    private boolean sent(List<RecordChangeEvent<SourceRecord>> batch) throws InterruptedException {
        List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(batch.size());
        for (RecordChangeEvent<SourceRecord> event : batch) {
            // A heartbeat only moves the slot on; it has no place on our topics.
            if (payload(event.record()) != null) {
                acknowledgements.add(producer.send(record(event.record())));
            }
        }
        try {
            for (Future<RecordMetadata> acknowledgement : acknowledgements) {
                acknowledgement.get(ACKNOWLEDGED_WITHIN_SECONDS, TimeUnit.SECONDS);
            }
            return true;
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn(
                    "{} events not acknowledged by Kafka, sending again: {}",
                    batch.size(),
                    e.toString());
            return false;
        }
    }

    private static ProducerRecord<byte[], byte[]> record(SourceRecord source) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(
                        source.topic(),
                        source.key().toString().getBytes(StandardCharsets.UTF_8),
                        payload(source));
        source.headers()
                .forEach(
                        header -> {
                            if (ours(header.key()) && header.value() != null) {
                                record.headers()
                                        .add(
                                                header.key(),
                                                header.value()
                                                        .toString()
                                                        .getBytes(StandardCharsets.UTF_8));
                            }
                        });
        return record;
    }

    private static boolean ours(String header) {
        return header.startsWith("ce_") || header.equals("traceparent");
    }

    private static byte[] payload(SourceRecord source) {
        return switch (source.value()) {
            case byte[] bytes -> bytes;
            case ByteBuffer buffer -> {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.duplicate().get(bytes);
                yield bytes;
            }
            case null, default -> null;
        };
    }
}
