package io.medevac.domain.remediation.policy;

import java.time.Duration;

/**
 * Limits and waits for the nodes of one pool.
 *
 * @param mode whether anything is done
 * @param maxInFlight incidents of the pool that may be worked on at once, at least 1
 * @param maxUnavailablePercent share of the pool that may be out, 0 to 100; one node always may
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
        int maxInFlight,
        int maxUnavailablePercent,
        Duration quarantineTimeout,
        Duration vacateTimeout,
        DrainPolicy drain,
        Duration replaceTimeout,
        Duration verifyTimeout,
        Duration recheckInterval,
        Duration retryInterval) {

    /** What holds where the operator says nothing. */
    public static final PoolPolicy DEFAULT =
            new PoolPolicy(
                    Mode.DRY_RUN,
                    1,
                    20,
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
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("maxInFlight must be at least 1: " + maxInFlight);
        }
        if (maxUnavailablePercent < 0 || maxUnavailablePercent > 100) {
            throw new IllegalArgumentException(
                    "maxUnavailablePercent must be 0 to 100: " + maxUnavailablePercent);
        }
    }

    /** The same with another mode. */
    public PoolPolicy withMode(Mode other) {
        return new PoolPolicy(
                other,
                maxInFlight,
                maxUnavailablePercent,
                quarantineTimeout,
                vacateTimeout,
                drain,
                replaceTimeout,
                verifyTimeout,
                recheckInterval,
                retryInterval);
    }

    /** How many nodes of a pool of this size may be out: its share rounded down, at least one. */
    public int maxUnavailable(int poolSize) {
        return Math.max(1, poolSize * maxUnavailablePercent / 100);
    }
}
