package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.policy.PoolPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Was the node taken out a short while ago, and has it failed again right after it came back? Then
 * the repair did not help, and another one by itself would take spare after spare.
 *
 * <p>It came back when its last incident ended, or, where it was started anew since, when it became
 * ready again. What happened more than seven days ago says nothing about today's fault.
 */
public final class CooldownGate implements Gate {

    /** Its name. */
    public static final String NAME = "cooldown";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public GateAnswer ask(Look look) {
        @Nullable Instant ended = look.surroundings().lastOutUntil();
        if (ended == null || !look.now().isBefore(ended.plus(PoolPolicy.LONGEST_COOLDOWN))) {
            return GateAnswer.pass(name(), "NotOutLately", "not taken out in the last 7 days");
        }
        Instant back = cameBack(ended, look);
        Instant until = back.plus(look.limits().cooldown());
        if (!look.now().isBefore(until)) {
            return GateAnswer.pass(name(), "Over", "taken out before, back since " + back);
        }
        String detail =
                "taken out before, back since %s, failed again: left alone until %s"
                        .formatted(back, until);
        Order approval = look.incident().orders().approval();
        return approval == null
                ? GateAnswer.hold(name(), "FailedAgain", detail)
                : GateAnswer.approved(name(), detail, approval);
    }

    private static Instant cameBack(Instant ended, Look look) {
        NodeView node = look.sameNode();
        if (node == null || node.readiness() != Readiness.READY) {
            return ended;
        }
        Instant ready = node.readinessSince();
        return ready != null && ready.isAfter(ended) ? ready : ended;
    }
}
