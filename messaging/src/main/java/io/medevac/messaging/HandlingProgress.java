package io.medevac.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Alive as long as each attempt to handle a record comes to an end: done, failed for good, or to be
 * tried again. An attempt that does not is a thread that hangs, behind which its partition waits
 * for ever and which only a new process heals. What waits for a database that is away is tried
 * again and again, so it is alive.
 */
@Liveness
@ApplicationScoped
class HandlingProgress implements HealthCheck {
    private static final String NAME = "handling of records";

    private final Map<ConsumerRecord<?, ?>, Long> begun = new ConcurrentHashMap<>();
    private final Duration longest;

    HandlingProgress(MessagingConfig config) {
        this.longest = config.handlingTimeout();
    }

    /** An attempt begins. */
    void begin(ConsumerRecord<?, ?> record) {
        begin(record, System.nanoTime());
    }

    void begin(ConsumerRecord<?, ?> record, long nanoTime) {
        begun.put(record, nanoTime);
    }

    /** The attempt has ended, however. */
    void end(ConsumerRecord<?, ?> record) {
        begun.remove(record);
    }

    @Override
    public HealthCheckResponse call() {
        return at(System.nanoTime());
    }

    HealthCheckResponse at(long nanoTime) {
        return begun.entrySet().stream()
                .filter(attempt -> nanoTime - attempt.getValue() > longest.toNanos())
                .findFirst()
                .map(attempt -> hangs(attempt.getKey()))
                .orElseGet(() -> HealthCheckResponse.up(NAME));
    }

    private HealthCheckResponse hangs(ConsumerRecord<?, ?> record) {
        return HealthCheckResponse.named(NAME)
                .down()
                .withData(
                        "reason",
                        "handled for more than %d s: topic=%s partition=%d offset=%d"
                                .formatted(
                                        longest.toSeconds(),
                                        record.topic(),
                                        record.partition(),
                                        record.offset()))
                .build();
    }
}
