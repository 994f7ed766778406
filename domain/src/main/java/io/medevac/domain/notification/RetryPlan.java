package io.medevac.domain.notification;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * When a message that could not be delivered is tried again: the delay doubles from {@code first}
 * up to {@code longest}, less up to half of it so that many messages do not come back at once. That
 * part follows from the delivery's id and the attempt, so the same delivery always has the same
 * plan.
 *
 * @param maxAttempts attempts in all, from 1
 * @param maxAge time after which it is given up
 */
public record RetryPlan(Duration first, Duration longest, int maxAttempts, Duration maxAge) {

    private static final int MAX_DOUBLINGS = 40;

    /**
     * When to try again; empty when it is given up.
     *
     * @param attempts attempts made so far, from 1
     * @param createdAt when the delivery was decided
     * @param asked how long the receiver asked to be left alone; zero when it did not
     */
    public Optional<Instant> next(
            UUID id, int attempts, Instant createdAt, Instant now, Duration asked) {
        if (attempts >= maxAttempts) {
            return Optional.empty();
        }
        Duration delay = delay(id, attempts);
        Duration wanted = asked.compareTo(longest) > 0 ? longest : asked;
        Instant next = now.plus(delay.compareTo(wanted) > 0 ? delay : wanted);
        return next.isAfter(createdAt.plus(maxAge)) ? Optional.empty() : Optional.of(next);
    }

    private Duration delay(UUID id, int attempts) {
        Duration full = first;
        for (int i = 1; i < Math.min(attempts, MAX_DOUBLINGS) && full.compareTo(longest) < 0; i++) {
            full = full.multipliedBy(2);
        }
        long millis = Math.min(full.toMillis(), longest.toMillis());
        return Duration.ofMillis(millis - Math.floorMod(spread(id, attempts), millis / 2 + 1));
    }

    /** Any well mixed function of both will do (this is the finaliser of SplitMix64). */
    private static long spread(UUID id, int attempts) {
        long z = id.getMostSignificantBits() ^ id.getLeastSignificantBits() ^ attempts;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
