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
import io.medevac.domain.remediation.incident.IncidentState.Vacating;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeQuarantined;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Takes the node out. Told only when it was seen cordoned, tainted and signed; the gates are asked
 * again for each try, so that a patch is always made from a version of the node they let through.
 */
final class Quarantine implements Step<Quarantining> {

    private static final String GATE = "kubernetes";

    @Override
    public StepOutcome decide(Quarantining state, Look look) {
        Optional<String> over = IdentityGate.whyOver(look);
        NodeView node = look.sameNode();
        if (node == null) {
            return Ending.closed(
                    new NotNeeded(look.now(), over.orElse("the node has no UID")), look);
        }
        if (node.carriesMarksOf(look.incident().id())) {
            return marked(state, node, over, look);
        }
        if (over.isPresent()) {
            return Ending.closed(new NotNeeded(look.now(), over.get()), look);
        }
        List<GateAnswer> answers = Gates.beforeQuarantine(look);
        if (answers.stream().anyMatch(GateAnswer::holds)) {
            return new StepOutcome.Hold(
                    new Assessing(look.now()),
                    answers,
                    List.of(),
                    look.now().plus(look.limits().recheckInterval()));
        }
        return Setback.tryUntil(
                look.limits().quarantineTimeout(),
                state,
                GATE,
                answers,
                List.of(cordon(node, look)),
                look);
    }

    /** The patch that takes the node out, made from the version that the gates were asked about. */
    private static Effect cordon(NodeView node, Look look) {
        Map<String, String> before = new HashMap<>();
        String pool = node.pool();
        if (pool != null) {
            before.put(WellKnown.POOL_LABEL, pool);
        }
        return new Effect.CordonAndTaint(
                node,
                new Mark.Signed(look.incident().id(), look.now(), node.unschedulable(), before));
    }

    private static StepOutcome marked(
            Quarantining state, NodeView node, Optional<String> over, Look look) {
        Optional<String> lost = over.or(() -> Ownership.lost(look));
        if (lost.isPresent()) {
            return Ending.released(lost.get(), null, look);
        }
        boolean cordonedBefore =
                node.quarantine() instanceof Mark.Signed signed && signed.cordonedBefore();
        return StepOutcome.go(
                new Vacating(look.now()),
                new NodeQuarantined(
                        Objects.requireNonNull(look.incident().pool(), "gated"),
                        state.answers(),
                        cordonedBefore,
                        state.since()));
    }
}
