package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is so much of the pool out already that one more may do more harm than good? Counts nodes that
 * are not ready, cordoned by anybody, or under repair, and this one with them.
 */
public final class BreakerGate implements Gate {

    @Override
    public String name() {
        return "breaker";
    }

    @Override
    public GateAnswer ask(Look look) {
        @Nullable String pool = look.incident().pool();
        if (pool == null) {
            return GateAnswer.hold(name(), "NoPool", "no pool, no breaker");
        }
        List<PoolMember> members = look.seen().pool();
        if (members.stream().noneMatch(each -> each.name().equals(look.incident().node()))) {
            return GateAnswer.hold(name(), "PoolNotRead", "the pool was not read completely yet");
        }
        int limit = look.limits().breaker(members.size());
        int out = nodesOut(look, pool).size();
        String detail =
                "%d of %d out with this one, %d allowed (%d %%)"
                        .formatted(out, members.size(), limit, look.limits().breakerPercent());
        return out <= limit
                ? GateAnswer.pass(name(), "Closed", detail)
                : GateAnswer.hold(name(), "Open", detail);
    }

    private static Set<String> nodesOut(Look look, String pool) {
        Set<String> out = new HashSet<>();
        out.add(look.incident().node());
        for (PoolMember member : look.seen().pool()) {
            if (!member.serves()) {
                out.add(member.name());
            }
        }
        for (OpenIncident other : look.surroundings().inFlight(pool)) {
            out.add(other.node());
        }
        return out;
    }
}
