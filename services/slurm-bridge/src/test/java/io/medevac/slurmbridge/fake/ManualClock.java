package io.medevac.slurmbridge.fake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves. */
public final class ManualClock implements InstantSource {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    /** Time passes. */
    public void pass(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
