package io.medevac.messaging;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.jspecify.annotations.Nullable;

/**
 * Ready while a peer answers; else it says what is missing. The peer is asked at most every few
 * seconds, however often this is probed.
 */
public abstract class PeerReadiness implements HealthCheck {
    private static final Duration ASKED_EVERY = Duration.ofSeconds(5);
    private static final Duration ASKED_AGAIN_IN_TROUBLE = Duration.ofMillis(500);

    private final String name;
    private final InstantSource clock;
    private Instant askedAt = Instant.EPOCH;
    private @Nullable String trouble;

    /**
     * For a peer.
     *
     * @param name as the health endpoint shows it
     */
    protected PeerReadiness(String name, InstantSource clock) {
        this.name = name;
        this.clock = clock;
    }

    /** What is missing, in words; null when nothing is. */
    protected abstract @Nullable String trouble();

    @Override
    public synchronized HealthCheckResponse call() {
        Instant now = clock.instant();
        Duration fresh = trouble == null ? ASKED_EVERY : ASKED_AGAIN_IN_TROUBLE;
        if (now.isAfter(askedAt.plus(fresh))) {
            trouble = trouble();
            askedAt = now;
        }
        return trouble == null
                ? HealthCheckResponse.up(name)
                : HealthCheckResponse.named(name).down().withData("reason", trouble).build();
    }
}
