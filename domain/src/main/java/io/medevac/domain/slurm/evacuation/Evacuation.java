package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Draining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Releasing;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of one evacuation.
 *
 * @param subject what it is about
 * @param revision grows with each change; an observation counts only for the revision it was made
 *     for
 * @param state where it stands
 * @param jobs jobs that were on the node
 * @param replacement the replacement, as soon as it is named; null before
 * @param last the last event that was emitted, or that asked for the evacuation
 * @param changedAt when it last changed
 */
public record Evacuation(
        Subject subject,
        long revision,
        EvacuationState state,
        List<EvacuatedJob> jobs,
        @Nullable Replacement replacement,
        EventRef last,
        Instant changedAt) {

    public Evacuation {
        jobs = List.copyOf(jobs);
    }

    /** A new evacuation. */
    public static Evacuation begin(Subject subject, Instant now) {
        EventRef cause = EventRef.received(subject.quarantined());
        return new Evacuation(subject, 1, new Draining(now), List.of(), null, cause, now);
    }

    /** The same, with the replacement named. Changes nothing when it is over. */
    public Evacuation replacedBy(Replacement named, Instant now) {
        return state.terminal() || releasing() || named.equals(replacement)
                ? this
                : new Evacuation(subject, revision + 1, state, jobs, named, last, now);
    }

    /**
     * The same, ended because the incident is over. Changes nothing when it is over already, or
     * when the node is being given back, which ends by itself.
     */
    public Evacuation closed(String why, Instant now) {
        return state.terminal() || releasing()
                ? this
                : new Evacuation(
                        subject, revision + 1, new Done(now, why), jobs, replacement, last, now);
    }

    /**
     * The same, whose node is to be given back; even when it is over, since its drain outlives it.
     */
    public Evacuation released(String why, Instant now) {
        return releasing()
                ? this
                : new Evacuation(
                        subject,
                        revision + 1,
                        Releasing.from(state, why, now),
                        jobs,
                        replacement,
                        last,
                        now);
    }

    /** Whether the node is being given back: then nothing more is asked of its jobs. */
    public boolean releasing() {
        return state instanceof Releasing;
    }

    /**
     * The Kubernetes node whose Slurm node is to be looked up: the faulty one until its Slurm node
     * is found and drained, then the replacement as soon as it is named.
     */
    public String nodeInQuestion() {
        return state instanceof Draining || replacement == null
                ? subject.node()
                : replacement.node();
    }

    /** Whether nothing follows any more. */
    public boolean over() {
        return state.terminal();
    }
}
