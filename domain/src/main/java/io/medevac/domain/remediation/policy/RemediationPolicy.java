package io.medevac.domain.remediation.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operator allows.
 *
 * @param defaults for pools that are not named
 * @param pools by pool name
 * @param foreignMarks further taint keys and annotations that mean "somebody else is at work on the
 *     node", beside those known to the product
 */
public record RemediationPolicy(
        PoolPolicy defaults, Map<String, PoolPolicy> pools, List<String> foreignMarks) {

    /** Nothing is done. */
    public static final RemediationPolicy DEFAULT =
            new RemediationPolicy(PoolPolicy.DEFAULT, Map.of(), List.of());

    public RemediationPolicy {
        pools = Map.copyOf(pools);
        foreignMarks = List.copyOf(foreignMarks);
    }

    /** The policy of a pool. */
    public PoolPolicy forPool(@Nullable String pool) {
        return pool == null ? defaults : pools.getOrDefault(pool, defaults);
    }

    /** The same with one mode for all pools, whatever the pools say. */
    public RemediationPolicy withMode(Mode mode) {
        Map<String, PoolPolicy> all = new HashMap<>();
        pools.forEach((name, pool) -> all.put(name, pool.withMode(mode)));
        return new RemediationPolicy(defaults.withMode(mode), all, foreignMarks);
    }
}
