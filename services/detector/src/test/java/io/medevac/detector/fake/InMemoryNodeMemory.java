package io.medevac.detector.fake;

import io.medevac.detector.port.NodeMemory;
import io.medevac.domain.node.Machine;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The memory of nodes in memory; proven by the same contract as the one in PostgreSQL. */
public final class InMemoryNodeMemory implements NodeMemory {
    private final Map<Machine, Instant> boots = new HashMap<>();
    private final Set<UUID> renewed = new HashSet<>();

    /** Signals that were renewed so far. */
    public synchronized Set<UUID> renewed() {
        return Set.copyOf(renewed);
    }

    @Override
    public synchronized Map<Machine, Instant> since(Map<Machine, Instant> asked) {
        Map<Machine, Instant> known = new HashMap<>();
        asked.forEach(
                (boot, firstSight) -> {
                    boots.putIfAbsent(boot, firstSight);
                    known.put(boot, boots.get(boot));
                });
        return known;
    }

    @Override
    public synchronized void renew(Collection<UUID> signals) {
        renewed.addAll(signals);
    }
}
