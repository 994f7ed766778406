package io.medevac.domain.remediation.cluster;

/**
 * A node of the pool, as far as the breaker looks at it.
 *
 * @param name name
 * @param ready whether its Ready condition is true
 * @param cordoned whether it takes no new pods
 */
public record PoolMember(String name, boolean ready, boolean cordoned) {

    /** Whether work can run on it. */
    public boolean serves() {
        return ready && !cordoned;
    }
}
