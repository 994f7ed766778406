package io.medevac.launcher.stack;

import java.time.Duration;
import java.time.Instant;

/**
 * How long to wait before something that died is started again: nothing to speak of the first time,
 * up to half a minute when it keeps dying. Forgets after a minute without a death.
 */
final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

    private Duration wait = FIRST;
    private Instant lastEnd = Instant.EPOCH;

    /** The wait after a death at this time. */
    Duration next(Instant now) {
        boolean livedLong = now.isAfter(lastEnd.plus(FORGOTTEN_AFTER));
        wait = livedLong ? FIRST : shorter(wait.multipliedBy(2), LONGEST);
        lastEnd = now.plus(wait);
        return wait;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
