package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.gate.Gates;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.IncidentState.Draining;
import io.medevac.domain.remediation.incident.IncidentState.Replacing;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeDrained;
import io.medevac.domain.remediation.policy.DrainPolicy;
import io.medevac.domain.remediation.policy.DrainPolicy.OnTimeout;
import io.medevac.domain.remediation.policy.DrainPolicy.OnUnreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Brings the pods off the node: asks them to leave, honouring their budgets. Past the deadline the
 * policy says whether a person is told or they are deleted. Pods are taken away without their grace
 * only when their node is gone, or when the site says that a node silent for so long is off.
 */
final class Drain implements Step<Draining> {

    private static final String GATE = "drain";

    /** How often to look for pods that are ending; their going also wakes the incident. */
    private static final Duration WHILE_ENDING = Duration.ofSeconds(1);

    @Override
    public StepOutcome decide(Draining state, Look look) {
        Optional<String> lost = Ownership.lost(look);
        if (lost.isPresent()) {
            return Ending.released(lost.get(), null, look);
        }
        List<PodView> left = look.seen().podsThatMustLeave();
        if (left.isEmpty()) {
            return StepOutcome.go(new Replacing(look.now(), null), drained(state, look));
        }
        List<GateAnswer> answers = Gates.beforeDrain(look);
        if (answers.stream().anyMatch(GateAnswer::holds)) {
            return new StepOutcome.Hold(
                    state, answers, List.of(), look.now().plus(look.limits().recheckInterval()));
        }
        if (look.nodeGone()) {
            return act(forced(state), deleteNow(left), List.of(), Optional.empty(), look);
        }
        return silent(look)
                ? fromSilentNode(state, left, answers, look)
                : fromLivingNode(state, left, answers, look);
    }

    private static StepOutcome fromLivingNode(
            Draining state, List<PodView> left, List<GateAnswer> answers, Look look) {
        DrainPolicy policy = look.limits().drain();
        List<PodRef> staying = staying(left);
        if (policy.onTimeout() == OnTimeout.FORCE && past(state, policy.timeout(), look)) {
            Duration twice = policy.timeout().multipliedBy(2);
            return act(
                    staying.isEmpty() ? state : forced(state),
                    staying.stream().<Effect>map(pod -> new Effect.DeletePod(pod, true)).toList(),
                    answers,
                    overdue(state, twice, left, look),
                    look);
        }
        return act(
                asking(state, staying),
                evict(staying),
                answers,
                overdue(state, policy.timeout(), left, look),
                look);
    }

    private static StepOutcome fromSilentNode(
            Draining state, List<PodView> left, List<GateAnswer> answers, Look look) {
        NodeView node = look.sameNode();
        if (node != null && look.limits().drain().onUnreachable() == OnUnreachable.OUT_OF_SERVICE) {
            List<Effect> taint =
                    node.has(Taint.outOfService())
                            ? List.of()
                            : List.of(new Effect.TaintOutOfService(node));
            Duration limit = look.limits().drain().timeout();
            return act(forced(state), taint, answers, overdue(state, limit, left, look), look);
        }
        List<PodRef> staying = staying(left);
        GateAnswer silence =
                GateAnswer.hold(
                        GATE,
                        "NodeUnreachable",
                        "nothing heard of the kubelet; the pods may still run: " + names(left));
        return act(asking(state, staying), evict(staying), answers, Optional.of(silence), look);
    }

    /** Why a person must be told now: a refusal that goes on, or pods that do not end. */
    private static Optional<GateAnswer> overdue(
            Draining state, Duration limit, List<PodView> left, Look look) {
        Optional<GateAnswer> refused = Setback.overdue(limit, state, GATE, look);
        if (refused.isPresent() || !past(state, limit, look) || !staying(left).isEmpty()) {
            return refused;
        }
        return Optional.of(GateAnswer.hold(GATE, "StillEnding", "pods do not end: " + names(left)));
    }

    private static StepOutcome act(
            Draining state,
            List<Effect> effects,
            List<GateAnswer> answers,
            Optional<GateAnswer> hold,
            Look look) {
        List<Effect> tries = Setback.unlessJustRefused(effects, look);
        Instant next =
                tries.isEmpty() && look.seen().setback().isEmpty()
                        ? look.now().plus(WHILE_ENDING)
                        : Setback.nextLook(look);
        return hold.<StepOutcome>map(
                        why -> new StepOutcome.Hold(state, Setback.with(answers, why), tries, next))
                .orElseGet(() -> new StepOutcome.Stay(state, tries, next));
    }

    private static NodeDrained drained(Draining state, Look look) {
        List<PodRef> running =
                look.seen().pods().stream()
                        .filter(pod -> pod.kind() != PodView.PodKind.FINISHED)
                        .map(PodView::ref)
                        .toList();
        return new NodeDrained(
                state.asked().stream().filter(pod -> !running.contains(pod)).toList(),
                running,
                state.forced());
    }

    private static boolean silent(Look look) {
        @Nullable NodeView node = look.sameNode();
        if (node == null || node.readiness() != Readiness.UNREACHABLE) {
            return false;
        }
        Instant since = node.readinessSince();
        return since != null
                && !look.now().isBefore(since.plus(look.limits().drain().unreachableAfter()));
    }

    private static boolean past(Draining state, Duration limit, Look look) {
        return !look.now().isBefore(state.since().plus(limit));
    }

    private static List<PodRef> staying(List<PodView> left) {
        return left.stream().filter(pod -> !pod.terminating()).map(PodView::ref).toList();
    }

    private static List<Effect> evict(List<PodRef> pods) {
        return pods.stream().<Effect>map(Effect.EvictPod::new).toList();
    }

    private static List<Effect> deleteNow(List<PodView> left) {
        return left.stream().<Effect>map(pod -> new Effect.DeletePod(pod.ref(), false)).toList();
    }

    private static Draining asking(Draining state, List<PodRef> pods) {
        Set<PodRef> asked = new LinkedHashSet<>(state.asked());
        asked.addAll(pods);
        return new Draining(state.since(), new ArrayList<>(asked), state.forced());
    }

    private static Draining forced(Draining state) {
        return new Draining(state.since(), state.asked(), true);
    }

    private static String names(List<PodView> pods) {
        return pods.stream()
                .map(pod -> pod.ref().label())
                .limit(8)
                .collect(Collectors.joining(", "));
    }
}
