package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Observation;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationHeld;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what to do next about an incident: facts in, decision out. */
public final class Remediation {

    private static final Assess ASSESS = new Assess();
    private static final Quarantine QUARANTINE = new Quarantine();
    private static final Vacate VACATE = new Vacate();
    private static final Drain DRAIN = new Drain();
    private static final Replace REPLACE = new Replace();
    private static final Verify VERIFY = new Verify();
    private static final Release RELEASE = new Release();

    private Remediation() {}

    /**
     * One look, at most one transition; the state that begins does its first step with it.
     *
     * @throws IllegalStateException when a rule asks for a transition that is not in the table
     */
    public static Decision decide(
            Incident incident,
            Observation seen,
            Surroundings surroundings,
            RemediationPolicy policy,
            Instant now) {
        if (!incident.active()) {
            return new Decision(incident, List.of(), List.of(), null);
        }
        Incident placed = incident.inPool(poolOf(incident, seen));
        Look look = new Look(placed, seen, surroundings, policy, now);
        if (placed.closed()) {
            return GiveBack.decide(look);
        }
        IncidentState state =
                placed.state() instanceof Held held ? held.interrupted() : placed.state();
        return switch (outcome(state, look)) {
            case StepOutcome.Stay stay -> stay(stay, look);
            case StepOutcome.Go go -> go(go, look);
            case StepOutcome.Hold hold -> hold(hold, look);
        };
    }

    /** The pool that the decision about the incident will be made for; null when it is in none. */
    public static @Nullable String poolOf(Incident incident, Observation seen) {
        NodeView node = seen.node();
        if (!incident.untouched() || node == null) {
            return incident.pool();
        }
        String uid = incident.machine().nodeUid();
        boolean same = uid == null || uid.equals(node.machine().nodeUid());
        return same ? node.pool() : incident.pool();
    }

    private static StepOutcome outcome(IncidentState state, Look look) {
        return Handover.ordered(state, look).orElseGet(() -> step(state, look));
    }

    private static StepOutcome step(IncidentState state, Look look) {
        return switch (state) {
            case IncidentState.Assessing s -> ASSESS.decide(s, look);
            case IncidentState.Quarantining s -> QUARANTINE.decide(s, look);
            case IncidentState.Vacating s -> VACATE.decide(s, look);
            case IncidentState.Draining s -> DRAIN.decide(s, look);
            case IncidentState.Replacing s -> REPLACE.decide(s, look);
            case IncidentState.Verifying s -> VERIFY.decide(s, look);
            case IncidentState.Releasing s -> RELEASE.decide(s, look);
            case Held s -> throw new IllegalStateException("a hold interrupts no hold");
            case IncidentState.Closed s -> throw new IllegalStateException("closed: " + s);
        };
    }

    private static Decision stay(StepOutcome.Stay stay, Look look) {
        Incident incident = look.incident();
        boolean resumed =
                incident.state() instanceof Held
                        && stay.state() instanceof IncidentState.Interruptible;
        Incident next =
                resumed
                        ? incident.movedTo(
                                ((IncidentState.Interruptible) stay.state()).resumedAt(look.now()))
                        : incident.updated(stay.state());
        return new Decision(next, List.of(), stay.effects(), stay.lookAgainAt());
    }

    private static Decision go(StepOutcome.Go go, Look look) {
        Incident next = look.incident().movedTo(go.next());
        if (next.closed()) {
            return new Decision(next, go.events(), List.of(), next.active() ? look.now() : null);
        }
        return outcome(go.next(), look.asBegun(next)) instanceof StepOutcome.Stay first
                ? new Decision(
                        next.updated(first.state()),
                        go.events(),
                        first.effects(),
                        first.lookAgainAt())
                : new Decision(next, go.events(), List.of(), look.now());
    }

    private static Decision hold(StepOutcome.Hold hold, Look look) {
        Incident incident = look.incident();
        if (incident.state() instanceof Held held) {
            boolean same = GateAnswer.saySame(held.answers(), hold.answers());
            Held next = new Held(held.since(), hold.interrupted(), hold.answers());
            return new Decision(
                    incident.updated(next),
                    same ? List.of() : List.of(told(hold, look)),
                    hold.effects(),
                    hold.lookAgainAt());
        }
        Held next = new Held(look.now(), hold.interrupted(), hold.answers());
        return new Decision(
                incident.movedTo(next),
                List.of(told(hold, look)),
                hold.effects(),
                hold.lookAgainAt());
    }

    private static RemediationEvent told(StepOutcome.Hold hold, Look look) {
        return new RemediationHeld(
                hold.answers(), hold.interrupted().name(), Advice.held(hold.answers(), look));
    }
}
