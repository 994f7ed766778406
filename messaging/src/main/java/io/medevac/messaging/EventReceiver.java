package io.medevac.messaging;

import io.medevac.events.EventHeader;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventTypes;
import io.medevac.wire.PermanentFailure;
import io.medevac.wire.TransientFailure;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.health.Liveness;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Where every consumed record comes in. Decodes, sets the log context, hands the event on.
 *
 * <p>This is the one layer that retries the handling of a record: a transient failure (database,
 * registry, network) is tried again with back-off for as long as the service runs, which holds the
 * partition and loses nothing. A permanent failure is thrown, and {@link DeadLetters} puts the
 * record aside with its reason, topic, partition and offset.
 */
@ApplicationScoped
public class EventReceiver {
    private static final Logger LOG = Logger.getLogger(EventReceiver.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration MAX_DELAY = Duration.ofSeconds(5);

    private final EventCodec codec;
    private final HandlingProgress progress;
    private final CountDownLatch stopping = new CountDownLatch(1);

    EventReceiver(EventCodec codec, @Liveness HandlingProgress progress) {
        this.codec = codec;
        this.progress = progress;
    }

    void onStop(@Observes ShutdownEvent event) {
        stopping.countDown();
    }

    /**
     * Handles one record; blocks until it is handled.
     *
     * @param handler may see the same record more than once
     * @throws PermanentFailure when it can never be handled
     * @throws TransientFailure when the service stops before it could be handled
     */
    public void receive(ConsumerRecord<byte[], byte[]> record, Consumer<SpecificRecord> handler) {
        receiveForeign(record, bytes -> handle(bytes, handler));
    }

    /**
     * Handles one record that is no event of ours, with the same meaning of failures; blocks until
     * it is handled.
     *
     * @param handler may see the same record more than once
     * @throws PermanentFailure when it can never be handled
     * @throws TransientFailure when the service stops before it could be handled
     */
    public void receiveForeign(
            ConsumerRecord<byte[], byte[]> record,
            Consumer<ConsumerRecord<byte[], byte[]>> handler) {
        untilItEnds(record, () -> handler.accept(record));
    }

    /**
     * Handles records that are no events of ours all at once, with the same meaning of failures;
     * blocks until they are handled.
     *
     * @param records at least one
     * @param handler may see the same records more than once
     * @throws PermanentFailure when they can never be handled together; each alone may
     * @throws TransientFailure when the service stops before they could be handled
     */
    public void receiveForeign(
            List<ConsumerRecord<byte[], byte[]>> records,
            Consumer<List<ConsumerRecord<byte[], byte[]>>> handler) {
        untilItEnds(records.getFirst(), () -> handler.accept(records));
    }

    private void untilItEnds(ConsumerRecord<byte[], byte[]> record, Runnable work) {
        for (Duration delay = FIRST_DELAY; ; delay = longer(delay)) {
            try {
                attempt(record, work);
                return;
            } catch (RuntimeException e) {
                if (FailureClass.of(e) == FailureClass.PERMANENT) {
                    throw e;
                }
                LOG.warnf(
                        "record held, trying again in %d ms: topic=%s partition=%d offset=%d"
                                + " reason=%s",
                        delay.toMillis(),
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        e.getMessage());
                LOG.debug("failure of the held record", e);
                pause(delay, e);
            }
        }
    }

    private void attempt(ConsumerRecord<byte[], byte[]> record, Runnable work) {
        progress.begin(record);
        try {
            work.run();
        } finally {
            progress.end(record);
        }
    }

    private void handle(ConsumerRecord<byte[], byte[]> record, Consumer<SpecificRecord> handler) {
        SpecificRecord event = codec.decode(record.value());
        EventTypes.requireNode(event);
        EventHeader header = EventTypes.headerOf(event);
        try {
            LogContext.set(header);
            handler.accept(event);
        } finally {
            MDC.clear();
        }
    }

    private void pause(Duration delay, RuntimeException failure) {
        try {
            if (stopping.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TransientFailure("stopping; the record is read again", failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransientFailure("interrupted; the record is read again", e);
        }
    }

    private static Duration longer(Duration delay) {
        Duration twice = delay.multipliedBy(2);
        return twice.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : twice;
    }
}
