package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Draining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Evacuating;
import io.medevac.domain.slurm.evacuation.EvacuationState.Failed;
import io.medevac.domain.slurm.evacuation.EvacuationState.Joining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Releasing;
import io.medevac.domain.slurm.evacuation.EvacuationState.Resuming;
import java.time.Instant;

/** The decision: what follows from what is known and what was seen. Pure. */
public final class EvacuationRules {
    private EvacuationRules() {}

    /**
     * Decides on a look. An answer that is not complete changes nothing but what deadlines change.
     *
     * @param evacuation what is known
     * @param seen what was seen, after {@code evacuation} was loaded
     * @param policy how long is waited
     * @param now the time of the look
     */
    public static Decision decide(
            Evacuation evacuation, Observation seen, EvacuationPolicy policy, Instant now) {
        Turn turn = new Turn(evacuation, policy, now);
        boolean answered =
                switch (seen) {
                    case Observation.Complete complete -> {
                        advance(turn, complete);
                        yield true;
                    }
                    case Observation.Unknown unknown -> {
                        forgetAgreement(turn);
                        turn.waitFor(unknown.reason());
                        yield false;
                    }
                };
        Deadlines.check(turn);
        return turn.decision(answered);
    }

    /**
     * Takes Slurm's refusal to requeue a job: it is left to its end, and its owner is told.
     *
     * @param reason Slurm's words
     */
    public static Decision refused(
            Evacuation evacuation,
            long jobId,
            String reason,
            EvacuationPolicy policy,
            Instant now) {
        Turn turn = new Turn(evacuation, policy, now);
        if (evacuation.state() instanceof Evacuating evacuating) {
            turn.jobs()
                    .replaceAll(
                            job ->
                                    job.id() == jobId && job.phase() instanceof JobPhase.Requeueing
                                            ? JobRules.leaveAlone(
                                                    turn, job, evacuating.slurmNode(), reason)
                                            : job);
        }
        return turn.decision(true);
    }

    private static void advance(Turn turn, Observation.Complete seen) {
        switch (turn.state()) {
            case Draining draining -> Evacuate.drain(turn, seen);
            case Evacuating evacuating -> Evacuate.evacuate(turn, evacuating, seen);
            case AwaitingReplacement awaiting -> Return.await(turn, awaiting, seen);
            case Joining joining -> Return.join(turn, joining, seen);
            case Resuming resuming -> Return.resume(turn, resuming, seen);
            case Releasing releasing -> Release.release(turn, releasing, seen);
            case Done done -> {}
            case Failed failed -> {}
        }
    }

    /** Two answers agree only when no failed one lies between them. */
    private static void forgetAgreement(Turn turn) {
        if (turn.state() instanceof Evacuating evacuating) {
            turn.enter(evacuating.agreeing(0));
        }
    }
}
