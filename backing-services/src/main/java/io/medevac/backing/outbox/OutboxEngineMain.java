package io.medevac.backing.outbox;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Program of the engine's process: data folder, bootstrap servers. Writes the file {@code ready}
 * when it streams. When the engine ends because PostgreSQL is away, it is made anew after a second,
 * for ever.
 */
final class OutboxEngineMain {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxEngineMain.class);
    private static final long PAUSE_SECONDS = 1;

    private OutboxEngineMain() {}

    public static void main(String[] args) throws Exception {
        Path data = Path.of(args[0]);
        AtomicReference<DebeziumEngine<?>> current = new AtomicReference<>();
        Thread main = Thread.currentThread();
        try (KafkaProducer<byte[], byte[]> producer = producer(args[1])) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(current, main), "stop"));
            KafkaRelay relay = new KafkaRelay(producer);
            while (!main.isInterrupted()) {
                try (DebeziumEngine<RecordChangeEvent<SourceRecord>> engine = engine(data, relay)) {
                    current.set(engine);
                    engine.run();
                }
                LOG.warn("engine ended, starting again in {} s", PAUSE_SECONDS);
                TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
            }
        } catch (InterruptedException e) {
            LOG.info("stopped");
        }
    }

    private static void stop(AtomicReference<DebeziumEngine<?>> current, Thread main) {
        main.interrupt();
        DebeziumEngine<?> engine = current.get();
        if (engine != null) {
            try {
                engine.close();
            } catch (IOException | IllegalStateException e) {
                LOG.info("engine was not running: {}", e.toString());
            }
        }
    }

    private static DebeziumEngine<RecordChangeEvent<SourceRecord>> engine(
            Path data, KafkaRelay relay) throws IOException {
        Properties config = ConnectorDefinition.filled(System.getenv());
        // What a Connect worker would do for the connector.
        config.put("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
        config.put("offset.storage.file.filename", data.resolve("offsets.dat").toString());
        config.put("offset.flush.interval.ms", "1000");
        config.put("errors.max.retries", "-1");
        return DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
                .using(config)
                .using(new ReadyFile(data.resolve("ready")))
                .using(
                        (success, message, error) ->
                                LOG.warn(
                                        "engine completed: success={} {}", success, message, error))
                .notifying(relay)
                .build();
    }

    private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
        Map<String, Object> config =
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        30_000,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        10_000,
                        ProducerConfig.LINGER_MS_CONFIG,
                        0);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Is there exactly while the connector runs. */
    private record ReadyFile(Path file) implements DebeziumEngine.ConnectorCallback {
        @Override
        public void taskStarted() {
            try {
                Files.writeString(file, Long.toString(ProcessHandle.current().pid()));
            } catch (IOException e) {
                LOG.error("cannot write {}", file, e);
            }
        }

        @Override
        public void taskStopped() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.error("cannot remove {}", file, e);
            }
        }
    }
}
