package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.gate.Gates;
import io.medevac.domain.remediation.gate.IdentityGate;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.IncidentState.Assessing;
import io.medevac.domain.remediation.incident.IncidentState.NotNeeded;
import io.medevac.domain.remediation.incident.IncidentState.Quarantining;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks the gates. */
final class Assess implements Step<Assessing> {

    @Override
    public StepOutcome decide(Assessing state, Look look) {
        Optional<String> over = IdentityGate.whyOver(look);
        if (over.isPresent()) {
            return Ending.closed(new NotNeeded(look.now(), over.get()), look);
        }
        List<GateAnswer> answers = Gates.beforeQuarantine(look);
        NodeView node = look.sameNode();
        if (node == null || answers.stream().anyMatch(GateAnswer::holds)) {
            return new StepOutcome.Hold(
                    state, answers, List.of(), look.now().plus(look.limits().recheckInterval()));
        }
        return new StepOutcome.Go(
                new Quarantining(look.now(), answers), List.of(), List.of(cordon(node, look)));
    }

    /** The patch that takes the node out, made from the version that the gates were asked about. */
    static Effect cordon(NodeView node, Look look) {
        Map<String, String> before = new HashMap<>();
        String pool = node.pool();
        if (pool != null) {
            before.put(WellKnown.POOL_LABEL, pool);
        }
        return new Effect.CordonAndTaint(
                node,
                new Mark.Signed(look.incident().id(), look.now(), node.unschedulable(), before));
    }
}
