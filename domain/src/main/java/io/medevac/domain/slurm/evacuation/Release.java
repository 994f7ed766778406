package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Releasing;
import io.medevac.domain.slurm.evacuation.JobPhase.Ending;
import io.medevac.domain.slurm.evacuation.JobPhase.Leaving;
import io.medevac.domain.slurm.evacuation.JobPhase.NotRequeueable;
import io.medevac.domain.slurm.evacuation.JobPhase.Requeued;
import io.medevac.domain.slurm.evacuation.JobPhase.Requeueing;
import io.medevac.domain.slurm.evacuation.JobPhase.Settled;
import io.medevac.domain.slurm.evacuation.Observation.Complete;
import java.util.List;

/** Gives the Slurm node back: lifts our drain, and sees the jobs that were asked to leave run. */
final class Release {
    private Release() {}

    static void release(Turn turn, Releasing state, Complete seen) {
        JobRules.step(turn, seen, state.slurmNode(), false);
        turn.jobs().removeIf(job -> letGo(turn, job));
        List<SlurmNode> ours = seen.nodes().stream().filter(node -> drained(turn, node)).toList();
        for (SlurmNode node : ours) {
            turn.waitFor(node.name() + " is " + node.state());
            turn.effect(new SlurmEffect.UndrainNode(node.name(), node.reason()));
        }
        if (ours.isEmpty() && turn.jobs().stream().allMatch(Release::settled)) {
            turn.enter(new Done(turn.now, state.reason()));
        }
    }

    /** By this very incident; a reason that somebody has written over ours is theirs. */
    private static boolean drained(Turn turn, SlurmNode node) {
        return node.closedByUs() && turn.subject().incident().equals(node.reason().incident());
    }

    /**
     * A job that was not asked to leave stays where it is. One that Slurm was to be asked about may
     * have been asked just before the node was released, so it is watched for a moment.
     */
    private static boolean letGo(Turn turn, EvacuatedJob job) {
        return switch (job.phase()) {
            case Requeueing asked ->
                    !turn.now.isBefore(asked.askedAt().plus(turn.policy.askAgain()));
            case NotRequeueable p -> true;
            case Ending p -> true;
            case Leaving p -> false;
            case Requeued p -> false;
            case Settled p -> false;
        };
    }

    private static boolean settled(EvacuatedJob job) {
        return job.phase() instanceof Settled;
    }
}
