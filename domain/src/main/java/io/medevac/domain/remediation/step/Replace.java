package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.gate.Gates;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.gate.SpareChecks;
import io.medevac.domain.remediation.gate.SpareGate;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.IncidentState.Replacing;
import io.medevac.domain.remediation.incident.IncidentState.Verifying;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeReplaced;
import io.medevac.domain.remediation.incident.Replacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings a healthy node in: pick, claim, retire the old one, admit the new one. A pick that is no
 * longer fit is given back and another one taken.
 */
final class Replace implements Step<Replacing> {

    private static final String GATE = "replacement";

    @Override
    public StepOutcome decide(Replacing state, Look look) {
        Optional<String> lost = Ownership.lost(look);
        if (lost.isPresent()) {
            return Ending.released(lost.get(), state.pick(), look);
        }
        Replacement pick = state.pick();
        List<GateAnswer> answers = Gates.beforeSwap(look);
        if (!begun(pick, look) && answers.stream().anyMatch(GateAnswer::holds)) {
            return new StepOutcome.Hold(
                    state, answers, List.of(), look.now().plus(look.limits().recheckInterval()));
        }
        if (pick == null) {
            return pickOne(state, look);
        }
        Optional<NodeView> spare =
                look.seen()
                        .spare(pick.node())
                        .filter(
                                each ->
                                        Objects.equals(
                                                each.machine().nodeUid(),
                                                pick.machine().nodeUid()));
        if (spare.isEmpty()) {
            return anotherOne(state, look);
        }
        return pick.claimed()
                ? bringIn(state, pick, spare.get(), look)
                : claim(state, pick, spare.get(), look);
    }

    /** Whether one of the two nodes has changed its place: half a swap is brought to its end. */
    private static boolean begun(@Nullable Replacement pick, Look look) {
        NodeView node = look.sameNode();
        return (node != null && retired(node))
                || (pick != null
                        && look.seen()
                                .spare(pick.node())
                                .filter(spare -> admitted(spare, look))
                                .isPresent());
    }

    private static StepOutcome pickOne(Replacing state, Look look) {
        return SpareChecks.fitOnes(look)
                .findFirst()
                .<StepOutcome>map(
                        spare ->
                                new StepOutcome.Stay(
                                        new Replacing(state.since(), picked(spare, look)),
                                        List.of(signed(spare, look)),
                                        look.now()))
                .orElseGet(
                        () ->
                                new StepOutcome.Hold(
                                        state,
                                        List.of(SpareGate.noneFit(look)),
                                        List.of(),
                                        look.now().plus(look.limits().recheckInterval())));
    }

    private static StepOutcome claim(Replacing state, Replacement pick, NodeView spare, Look look) {
        if (spare.claim().signedFor(look.incident().id())) {
            Replacement claimed = pick.asClaimed();
            return bringIn(new Replacing(state.since(), claimed), claimed, spare, look);
        }
        return stillFit(pick, spare, look)
                ? tryOn(state, List.of(signed(spare, look)), look)
                : anotherOne(state, look);
    }

    private static StepOutcome bringIn(
            Replacing state, Replacement pick, NodeView spare, Look look) {
        if (admitted(spare, look)) {
            List<Effect> rest = retire(look);
            if (rest.isEmpty() && spare.readiness() == Readiness.READY) {
                return StepOutcome.go(
                        new Verifying(look.now(), pick), new NodeReplaced(pick, pool(look)));
            }
            return tryOn(state, rest, look);
        }
        if (!spare.claim().signedFor(look.incident().id())) {
            return anotherOne(state, look);
        }
        if (!stillFit(pick, spare, look)) {
            return tryOn(state, List.of(new Effect.UnclaimSpare(spare)), look);
        }
        List<Effect> effects = new ArrayList<>(retire(look));
        effects.add(new Effect.AdmitSpare(spare, pool(look)));
        return tryOn(state, effects, look);
    }

    private static StepOutcome anotherOne(Replacing state, Look look) {
        return new StepOutcome.Stay(new Replacing(state.since(), null), List.of(), look.now());
    }

    private static StepOutcome tryOn(Replacing state, List<Effect> effects, Look look) {
        StepOutcome outcome =
                Setback.tryUntil(
                        look.limits().replaceTimeout(), state, GATE, List.of(), effects, look);
        return effects.isEmpty() && outcome instanceof StepOutcome.Stay
                ? new StepOutcome.Stay(
                        state, List.of(), look.now().plus(look.limits().retryInterval()))
                : outcome;
    }

    private static boolean stillFit(Replacement pick, NodeView spare, Look look) {
        return pick.machine().sameBoot(spare.machine()) && SpareChecks.fit(spare, look);
    }

    private static boolean admitted(NodeView spare, Look look) {
        return pool(look).equals(spare.pool())
                && !spare.labels().containsKey(WellKnown.SPARE_LABEL)
                && !spare.unschedulable()
                && spare.claim() instanceof Mark.None;
    }

    /** What is left to do to the old node; nothing when it is gone. */
    private static List<Effect> retire(Look look) {
        NodeView node = look.sameNode();
        if (node == null || retired(node)) {
            return List.of();
        }
        String repair = look.incident().fault().action().name().toLowerCase(Locale.ROOT);
        return List.of(new Effect.RetireNode(node, repair));
    }

    private static boolean retired(NodeView node) {
        return node.pool() == null && node.labels().containsKey(WellKnown.REPAIR_LABEL);
    }

    private static Replacement picked(NodeView spare, Look look) {
        return new Replacement(
                spare.name(),
                spare.machine(),
                look.seen().provider(),
                SpareChecks.validate(spare, look),
                false);
    }

    private static Effect signed(NodeView spare, Look look) {
        return new Effect.ClaimSpare(
                spare,
                new Mark.Signed(
                        look.incident().id(),
                        look.now(),
                        spare.unschedulable(),
                        Map.of(WellKnown.SPARE_LABEL, pool(look))));
    }

    private static String pool(Look look) {
        return Objects.requireNonNull(look.incident().pool(), "gated before the quarantine");
    }
}
