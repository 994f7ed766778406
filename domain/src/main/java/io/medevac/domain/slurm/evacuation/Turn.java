package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.evacuation.Decision.CausedEvent;
import io.medevac.domain.slurm.evacuation.EvacuationState.Evacuating;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One decision under way: collects what it leads to. Lives for one call only. */
final class Turn {
    final EvacuationPolicy policy;
    final Instant now;

    private final Evacuation before;
    private final List<CausedEvent> events = new ArrayList<>();
    private final List<SlurmEffect> effects = new ArrayList<>();
    private final List<EvacuatedJob> jobs;
    private EvacuationState state;
    private EventRef last;

    /** What the next step waits for, in words; goes into the reason when a deadline passes. */
    private String waitingFor = "";

    Turn(Evacuation before, EvacuationPolicy policy, Instant now) {
        this.before = before;
        this.policy = policy;
        this.now = now;
        this.state = before.state();
        this.jobs = new ArrayList<>(before.jobs());
        this.last = before.last();
    }

    Evacuation before() {
        return before;
    }

    Subject subject() {
        return before.subject();
    }

    EvacuationState state() {
        return state;
    }

    void enter(EvacuationState next) {
        state = next;
    }

    List<EvacuatedJob> jobs() {
        return jobs;
    }

    EventRef last() {
        return last;
    }

    void emit(EvacuationEvent event, EventRef causedBy) {
        events.add(new CausedEvent(event, causedBy));
        last = event.ref();
    }

    void effect(SlurmEffect effect) {
        effects.add(effect);
    }

    void waitFor(String what) {
        waitingFor = what;
    }

    /** What is waited for, as the end of a sentence. */
    String waitingFor() {
        return waitingFor.isEmpty() ? "" : ": " + waitingFor;
    }

    /** The decision. */
    Decision decision(boolean answered) {
        Evacuation next = next();
        return new Decision(
                next, List.copyOf(events), List.copyOf(effects), lookAt(next, answered));
    }

    /** When anything last changed, this turn included. */
    Instant changedAt() {
        return same() ? before.changedAt() : now;
    }

    private boolean same() {
        return state.equals(before.state())
                && jobs.equals(before.jobs())
                && last.equals(before.last());
    }

    private Evacuation next() {
        return same()
                ? before
                : new Evacuation(
                        before.subject(),
                        before.revision() + 1,
                        state,
                        jobs,
                        before.replacement(),
                        last,
                        now);
    }

    private @Nullable Instant lookAt(Evacuation next, boolean answered) {
        if (next.over()) {
            return null;
        }
        if (!effects.isEmpty()) {
            return now;
        }
        if (!answered) {
            return now.plus(policy.unknownLook());
        }
        if (state instanceof Evacuating evacuating && evacuating.clearAnswers() > 0) {
            return now.plus(policy.confirm());
        }
        Duration quiet = Duration.between(next.changedAt(), now);
        return now.plus(
                quiet.compareTo(policy.slowAfter()) > 0 ? policy.slowLook() : policy.look());
    }
}
