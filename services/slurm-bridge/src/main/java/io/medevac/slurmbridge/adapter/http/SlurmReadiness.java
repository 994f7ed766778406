package io.medevac.slurmbridge.adapter.http;

import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/** Ready only when slurmctld answers. Asked at most every few seconds, however often probed. */
@Readiness
@ApplicationScoped
class SlurmReadiness implements HealthCheck {
    private static final String NAME = "slurm";
    private static final Duration ASKED_EVERY = Duration.ofSeconds(5);
    private static final Duration ASKED_AGAIN_IN_TROUBLE = Duration.ofMillis(500);

    private final SlurmControl slurm;
    private final InstantSource clock;
    private Instant askedAt = Instant.EPOCH;
    private @Nullable String trouble;

    SlurmReadiness(SlurmControl slurm, InstantSource clock) {
        this.slurm = slurm;
        this.clock = clock;
    }

    @Override
    public synchronized HealthCheckResponse call() {
        Instant now = clock.instant();
        Duration fresh = trouble == null ? ASKED_EVERY : ASKED_AGAIN_IN_TROUBLE;
        if (now.isAfter(askedAt.plus(fresh))) {
            trouble = ask();
            askedAt = now;
        }
        return trouble == null
                ? HealthCheckResponse.up(NAME)
                : HealthCheckResponse.named(NAME).down().withData("reason", trouble).build();
    }

    private @Nullable String ask() {
        try {
            slurm.ping();
            return null;
        } catch (NoAnswer e) {
            return String.valueOf(e.getMessage());
        }
    }
}
