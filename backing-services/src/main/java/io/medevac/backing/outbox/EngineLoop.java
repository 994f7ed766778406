package io.medevac.backing.outbox;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the engine, and runs it again whenever it gives up, until stopped. */
final class EngineLoop {

    private static final Logger LOG = LoggerFactory.getLogger(EngineLoop.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Properties properties;
    private final SlotCheck slot;
    private final KafkaRelay relay;
    private final ReadyFile ready;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable DebeziumEngine<RecordChangeEvent<SourceRecord>> current;

    EngineLoop(Properties properties, SlotCheck slot, KafkaRelay relay, ReadyFile ready) {
        this.properties = properties;
        this.slot = slot;
        this.relay = relay;
        this.ready = ready;
    }

    void run() throws InterruptedException {
        try {
            do {
                runOnce();
            } while (!stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } finally {
            stopped.countDown();
        }
    }

    private void runOnce() {
        try {
            DebeziumEngine<RecordChangeEvent<SourceRecord>> engine = engine();
            current = engine;
            if (stopping.getCount() > 0) {
                engine.run(); // closes itself when it gives up
            }
        } catch (RuntimeException | IOException | SQLException e) {
            completed(false, e.toString(), e);
        }
    }

    private DebeziumEngine<RecordChangeEvent<SourceRecord>> engine()
            throws IOException, SQLException {
        // What Debezium's own "when_needed" does for the case that is not clear to it is decided
        // here; see SlotCheck.
        Properties properties = new Properties();
        properties.putAll(this.properties);
        properties.put("snapshot.mode", slot.prepare() ? "when_needed" : "no_data");
        return DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
                .using(properties)
                .using(new WhenPolling())
                .using(this::completed)
                .notifying(relay)
                .build();
    }

    private void completed(boolean success, @Nullable String message, @Nullable Throwable error) {
        if (stopping.getCount() > 0) {
            String cause = rootCause(message, error);
            ready.trouble();
            LOG.warn("the connector stopped and is started again: {}", cause);
        }
    }

    private static String rootCause(@Nullable String message, @Nullable Throwable error) {
        Throwable cause = error;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == null ? String.valueOf(message) : cause.toString();
    }

    /** Stops the engine; what it has not confirmed by then is delivered again next time. */
    void stop(Duration limit) {
        stopping.countDown();
        DebeziumEngine<RecordChangeEvent<SourceRecord>> engine = current;
        try {
            if (engine != null) {
                engine.close();
            }
            boolean inTime = stopped.await(limit.toMillis(), TimeUnit.MILLISECONDS);
            LOG.info(inTime ? "stopped" : "stopped without waiting any longer for the broker");
        } catch (IOException | IllegalStateException e) {
            LOG.info("the engine was not running: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class WhenPolling implements DebeziumEngine.ConnectorCallback {
        @Override
        public void pollingStarted() {
            ready.streaming();
            LOG.info("streaming");
        }
    }
}
