package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is so much of the pool out already that one more may do more harm than good? Counts nodes that
 * are not ready, cordoned by anybody, or under repair, and this one with them. What room is left is
 * given to whoever waited first.
 */
public final class BreakerGate implements Gate {

    @Override
    public String name() {
        return OpenIncident.BREAKER;
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
        Turn turn = Turn.of(look, pool);
        String detail =
                "%d of %d out with this one, %d allowed (%d %%)"
                        .formatted(
                                turn.out(), members.size(), limit, look.limits().breakerPercent());
        if (turn.out() > limit) {
            return GateAnswer.hold(name(), "Open", detail);
        }
        return turn.outWithAhead() > limit
                ? GateAnswer.hold(
                        name(), "OthersFirst", detail + ", " + turn.ahead() + " waiting before")
                : GateAnswer.pass(name(), "Closed", detail);
    }
}
