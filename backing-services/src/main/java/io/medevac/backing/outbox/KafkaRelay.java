package io.medevac.backing.outbox;

import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what the engine read on the topics, in order, and confirms it only when the broker has it. A
 * record that the broker refuses stops everything behind it, loudly and until it is taken: skipping
 * it would lose an event.
 */
final class KafkaRelay
        implements DebeziumEngine.ChangeConsumer<RecordChangeEvent<SourceRecord>>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaRelay.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Map<String, Object> config;
    private final ReadyFile ready;
    private KafkaProducer<byte[], byte[]> producer;

    KafkaRelay(String bootstrapServers, ReadyFile ready) {
        this.config =
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.CLIENT_ID_CONFIG,
                        "medevac-outbox",
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.LINGER_MS_CONFIG,
                        0,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        PATIENCE.toMillis(),
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        Integer.MAX_VALUE,
                        ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                        PAUSE.toMillis());
        this.ready = ready;
        this.producer = newProducer();
    }

    @Override
    public void handleBatch(
            List<RecordChangeEvent<SourceRecord>> batch,
            DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
            throws InterruptedException {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (RecordChangeEvent<SourceRecord> event : batch) {
            OutboxRecords.toProducerRecord(event.record()).ifPresent(records::add);
        }
        deliver(records);
        for (RecordChangeEvent<SourceRecord> event : batch) {
            committer.markProcessed(event);
        }
        committer.markBatchFinished();
    }

    private void deliver(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
        while (true) {
            try {
                sendAndAwait(records);
                ready.streaming();
                return;
            } catch (ExecutionException | KafkaException e) {
                Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
                ready.trouble();
                LOG.error(
                        "the broker does not take a record; trying again: {}",
                        String.valueOf(cause));
                producer.close(Duration.ZERO);
                producer = newProducer();
                Thread.sleep(PAUSE);
            }
        }
    }

    private void sendAndAwait(List<ProducerRecord<byte[], byte[]>> records)
            throws InterruptedException, ExecutionException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> record : records) {
            sent.add(producer.send(record));
        }
        for (Future<RecordMetadata> record : sent) {
            await(record);
        }
    }

    private void await(Future<RecordMetadata> record)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                record.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                ready.trouble();
                LOG.warn("the broker does not answer; still waiting");
            }
        }
    }

    private KafkaProducer<byte[], byte[]> newProducer() {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
