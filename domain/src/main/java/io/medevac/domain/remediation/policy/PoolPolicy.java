package io.medevac.domain.remediation.policy;

import java.time.Duration;

/**
 * Limits and waits for the nodes of one pool.
 *
 * @param mode whether anything is done
 * @param budgetPercent share of the pool that may be under repair at once, 0 to 100; one node
 *     always may
 * @param breakerPercent share of the pool that may be out for whatever reason before a person is
 *     asked, 0 to 100; one node always may
 * @param cooldown how long a node that was taken out before is left alone when it fails again: it
 *     is not taken out before that time has passed since it came back; 0 for never, 7 days at most
 * @param quarantineTimeout how long a cordon is tried before a person is told
 * @param vacateTimeout how long the jobs may take to leave before a person must act
 * @param drain how pods are brought off
 * @param replaceTimeout how long a swap is tried before a person is told
 * @param verifyTimeout how long the jobs may take to run again before a person must act
 * @param recheckInterval how often a held incident is asked again when nothing changes
 * @param retryInterval how long to wait after a refused call
 */
public record PoolPolicy(
        Mode mode,
        int budgetPercent,
        int breakerPercent,
        Duration cooldown,
        Duration quarantineTimeout,
        Duration vacateTimeout,
        DrainPolicy drain,
        Duration replaceTimeout,
        Duration verifyTimeout,
        Duration recheckInterval,
        Duration retryInterval) {

    /** Longest cooldown; an incident that ended longer ago says nothing about a fault of today. */
    public static final Duration LONGEST_COOLDOWN = Duration.ofDays(7);

    /** What holds where the operator says nothing. */
    public static final PoolPolicy DEFAULT =
            new PoolPolicy(
                    Mode.DRY_RUN,
                    10,
                    20,
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(10),
                    new DrainPolicy(
                            Duration.ofMinutes(10),
                            DrainPolicy.OnTimeout.HOLD,
                            Duration.ofMinutes(5),
                            DrainPolicy.OnUnreachable.HOLD),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(30),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(5));

    public PoolPolicy {
        requirePercent("budgetPercent", budgetPercent);
        requirePercent("breakerPercent", breakerPercent);
        if (cooldown.isNegative() || cooldown.compareTo(LONGEST_COOLDOWN) > 0) {
            throw new IllegalArgumentException("cooldown must be 0 to 7 days: " + cooldown);
        }
    }

    /** The same with another mode. */
    public PoolPolicy withMode(Mode other) {
        return with(other, cooldown);
    }

    /** The same with another cooldown. */
    public PoolPolicy withCooldown(Duration other) {
        return with(mode, other);
    }

    private PoolPolicy with(Mode nextMode, Duration nextCooldown) {
        return new PoolPolicy(
                nextMode,
                budgetPercent,
                breakerPercent,
                nextCooldown,
                quarantineTimeout,
                vacateTimeout,
                drain,
                replaceTimeout,
                verifyTimeout,
                recheckInterval,
                retryInterval);
    }

    /** How many nodes of a pool of this size may be under repair at once. */
    public int budget(int poolSize) {
        return share(budgetPercent, poolSize);
    }

    /** How many nodes of a pool of this size may be out. */
    public int breaker(int poolSize) {
        return share(breakerPercent, poolSize);
    }

    /** Rounded down, at least one: a small pool is repaired too. */
    private static int share(int percent, int poolSize) {
        return Math.max(1, poolSize * percent / 100);
    }

    private static void requirePercent(String what, int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException(what + " must be 0 to 100: " + percent);
        }
    }
}
