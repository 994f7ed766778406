package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Order;
import java.util.Optional;

/** Does the owner of the node, or of a pod on it, forbid a replacement that nobody approved? */
public final class OptOutGate implements Gate {

    /** Its name. */
    public static final String NAME = "opt-out";

    private static final String MARK = WellKnown.OPT_OUT + "=" + WellKnown.FORBID;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public GateAnswer ask(Look look) {
        GateAnswer answer = forbidden(look);
        Order approval = look.incident().orders().approval();
        return answer.holds() && approval != null
                ? GateAnswer.approved(name(), answer.detail(), approval)
                : answer;
    }

    private GateAnswer forbidden(Look look) {
        NodeView node = look.sameNode();
        if (node != null && node.forbidsReplacement()) {
            return GateAnswer.hold(name(), "NodeForbids", "node " + node.name() + " has " + MARK);
        }
        Optional<PodView> pod =
                look.seen().pods().stream()
                        .filter(each -> each.kind() != PodKind.FINISHED)
                        .filter(PodView::forbidsReplacement)
                        .findFirst();
        return pod.map(
                        each ->
                                GateAnswer.hold(
                                        name(),
                                        "PodForbids",
                                        "pod " + each.ref().label() + " has " + MARK))
                .orElseGet(() -> GateAnswer.pass(name(), "NobodyForbids", "nobody forbids"));
    }
}
