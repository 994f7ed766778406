package io.medevac.slurmbridge.fake;

import io.medevac.domain.slurm.StandingReason;
import io.medevac.slurmbridge.port.ClosedNodes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What was told, in memory. */
public final class InMemoryClosedNodes implements ClosedNodes {
    private final Map<String, StandingReason> last = new HashMap<>();
    private final List<String> told = new ArrayList<>();

    /** Kubernetes node and reason of all that was told, in order. */
    public List<String> told() {
        return List.copyOf(told);
    }

    @Override
    public List<StandingReason> untold(List<StandingReason> closed) {
        return closed.stream().filter(each -> !same(each, last.get(each.node().name()))).toList();
    }

    @Override
    public boolean tell(StandingReason closed, String node) {
        StandingReason before = last.get(closed.node().name());
        if (same(closed, before) || (before != null && at(closed).isBefore(at(before)))) {
            return false;
        }
        last.put(closed.node().name(), closed);
        told.add(node + ": " + closed.text());
        return true;
    }

    private static boolean same(StandingReason closed, StandingReason before) {
        return before != null
                && closed.text().equals(before.text())
                && at(closed).equals(at(before));
    }

    private static Instant at(StandingReason closed) {
        return Objects.requireNonNullElse(closed.setAt(), Instant.EPOCH);
    }
}
