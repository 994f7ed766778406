package io.medevac.backing.outbox;

import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.medevac.backing.kafka.KafkaLogins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what the engine read on the topics, in order, and confirms it only when the broker has it.
 * Writes each record as the service it comes from, so that the broker holds every service to its
 * own topics. A record that the broker refuses stops everything behind it, loudly and until it is
 * taken: skipping it would lose an event.
 */
final class KafkaRelay
        implements DebeziumEngine.ChangeConsumer<RecordChangeEvent<SourceRecord>>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaRelay.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Map<String, Object> config;
    private final KafkaLogins logins;
    private final ReadyFile ready;
    private final Map<String, KafkaProducer<byte[], byte[]>> producers = new HashMap<>();

    /**
     * @param producer properties that every producer has
     * @param logins how it logs in as the service that a record comes from
     */
    KafkaRelay(Map<String, String> producer, KafkaLogins logins, ReadyFile ready) {
        this.config = new HashMap<>(producer);
        this.config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE.toMillis());
        this.logins = logins;
        this.ready = ready;
    }

    @Override
    public void handleBatch(
            List<RecordChangeEvent<SourceRecord>> batch,
            DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
            throws InterruptedException {
        List<OutboxRecord> records = new ArrayList<>();
        for (RecordChangeEvent<SourceRecord> event : batch) {
            OutboxRecord.of(event.record()).ifPresent(records::add);
        }
        deliver(records);
        for (RecordChangeEvent<SourceRecord> event : batch) {
            committer.markProcessed(event);
        }
        committer.markBatchFinished();
    }

    private void deliver(List<OutboxRecord> records) throws InterruptedException {
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
                close();
                Thread.sleep(PAUSE);
            }
        }
    }

    private void sendAndAwait(List<OutboxRecord> records)
            throws InterruptedException, ExecutionException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (OutboxRecord record : records) {
            sent.add(producerOf(record.writer()).send(record.record()));
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

    private KafkaProducer<byte[], byte[]> producerOf(String writer) {
        return producers.computeIfAbsent(
                writer,
                name -> {
                    Map<String, Object> properties = new HashMap<>(config);
                    properties.putAll(logins.clientProperties(name));
                    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "medevac-outbox-" + name);
                    return new KafkaProducer<>(
                            properties, new ByteArraySerializer(), new ByteArraySerializer());
                });
    }

    @Override
    public void close() {
        producers.values().forEach(producer -> producer.close(Duration.ZERO));
        producers.clear();
    }
}
