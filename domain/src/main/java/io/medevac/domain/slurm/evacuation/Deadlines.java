package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.evacuation.EvacuationEvent.EvacuationFailed;
import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Draining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Evacuating;
import io.medevac.domain.slurm.evacuation.EvacuationState.Failed;
import io.medevac.domain.slurm.evacuation.EvacuationState.Joining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Releasing;
import io.medevac.domain.slurm.evacuation.EvacuationState.Resuming;
import io.medevac.domain.slurm.evacuation.JobPhase.Ending;
import io.medevac.domain.slurm.evacuation.JobPhase.Leaving;
import io.medevac.domain.slurm.evacuation.JobPhase.NotRequeueable;
import io.medevac.domain.slurm.evacuation.JobPhase.Requeued;
import io.medevac.domain.slurm.evacuation.JobPhase.Requeueing;
import io.medevac.domain.slurm.evacuation.JobPhase.Settled;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;

/** Every wait has a deadline, and every deadline an outcome that tells a person what to do. */
final class Deadlines {
    private Deadlines() {}

    static void check(Turn turn) {
        EvacuationPolicy policy = turn.policy;
        switch (turn.state()) {
            case Draining s -> {
                if (passed(turn, s.since(), policy.drainWithin())) {
                    notDrained(turn, turn.subject().node());
                }
            }
            case Evacuating s -> evacuating(turn, s);
            case AwaitingReplacement s -> {
                if (passed(turn, s.since(), policy.replaceWithin())) {
                    fail(
                            turn,
                            s.slurmNode(),
                            "no replacement was named within " + words(policy.replaceWithin()),
                            "Bring in a spare node for the pool. Jobs that wait for it: squeue"
                                    + " --states=PENDING");
                }
            }
            case Joining s -> {
                if (passed(turn, s.since(), policy.joinWithin())) {
                    notJoined(turn, s);
                }
            }
            case Resuming s -> {
                if (passed(turn, s.since(), policy.resumeWithin())) {
                    notResumed(turn, s.slurmNode());
                }
            }
            case Releasing s -> {
                if (!turn.waitingFor().isEmpty() && passed(turn, s.since(), policy.drainWithin())) {
                    notReleased(turn, s);
                } else if (passed(turn, s.since(), policy.resumeWithin())) {
                    notResumed(turn, s.slurmNode());
                }
            }
            case Done s -> {}
            case Failed s -> {}
        }
    }

    private static void evacuating(Turn turn, Evacuating state) {
        for (EvacuatedJob job : turn.jobs()) {
            if (overdue(turn, state, job)) {
                fail(
                        turn,
                        state.slurmNode(),
                        "job " + job.id() + " " + notLeft(job) + turn.waitingFor(),
                        toDo(job, state.slurmNode()));
                return;
            }
        }
        boolean waitsForJobs = turn.jobs().stream().anyMatch(job -> job.phase().onNode());
        if (!waitsForJobs && passed(turn, turn.changedAt(), turn.policy.drainWithin())) {
            fail(
                    turn,
                    state.slurmNode(),
                    "the Slurm node does not become empty" + turn.waitingFor(),
                    "See what is left: squeue -w %1$s; scontrol show node %1$s"
                            .formatted(state.slurmNode()));
        }
    }

    private static boolean overdue(Turn turn, Evacuating state, EvacuatedJob job) {
        Duration leave = state.killWait().plus(turn.policy.leaveWithin());
        return switch (job.phase()) {
            case Requeueing p -> passed(turn, p.since(), turn.policy.drainWithin());
            case Leaving p -> passed(turn, p.signalledAt(), leave);
            case Ending p -> passed(turn, p.since(), leave);
            case NotRequeueable p -> passed(turn, p.deadline(), Duration.ZERO);
            case Requeued p -> false;
            case Settled p -> false;
        };
    }

    private static String notLeft(EvacuatedJob job) {
        return switch (job.phase()) {
            case Requeueing p -> "could not be requeued";
            case Leaving p -> "got its signal and has not left the node";
            case Ending p -> "is ending and has not left the node";
            case NotRequeueable p -> "cannot be requeued and still runs";
            case Requeued p -> "waits to run again";
            case Settled p -> "is settled";
        };
    }

    private static String toDo(EvacuatedJob job, String slurmNode) {
        return switch (job.phase()) {
            case NotRequeueable p ->
                    "Ask %s to end it, or end it: scancel %d"
                            .formatted(job.job().about().user(), job.id());
            case Requeueing p -> "Requeue it by hand: scontrol requeue " + job.id();
            case Leaving p -> stuck(job, slurmNode);
            case Ending p -> stuck(job, slurmNode);
            case Requeued p -> "";
            case Settled p -> "";
        };
    }

    private static String stuck(EvacuatedJob job, String slurmNode) {
        return "Its processes or its epilog do not end: scontrol show job %d; look at %s, which may"
                        .formatted(job.id(), slurmNode)
                + " need a reboot";
    }

    private static void notDrained(Turn turn, String node) {
        fail(
                turn,
                "",
                "the Slurm node could not be found and drained within "
                        + words(turn.policy.drainWithin())
                        + turn.waitingFor(),
                "See whether Slurm answers (scontrol ping; sinfo -N), then drain it by hand:"
                        + " scontrol update nodename=%s state=drain reason='…'".formatted(node));
    }

    private static void notJoined(Turn turn, Joining state) {
        String node = state.replacement().node();
        fail(
                turn,
                state.slurmNode(),
                "replacement %s did not join Slurm within %s%s"
                        .formatted(node, words(turn.policy.joinWithin()), turn.waitingFor()),
                ("See its slurmd pod (kubectl get pods -A --field-selector spec.nodeName=%1$s) and"
                                + " scontrol show node %1$s; a drain of somebody else is lifted"
                                + " with: scontrol update nodename=%1$s state=undrain")
                        .formatted(node));
    }

    /** No deadline, but the same end: whoever lifts our drain has taken over. */
    static void drainLifted(Turn turn, Evacuating state) {
        fail(
                turn,
                state.slurmNode(),
                "somebody lifted our drain of "
                        + state.slurmNode()
                        + " while its jobs were leaving",
                ("To have the node back: medevac release --node %s. To take it out all the same:"
                                + " scontrol update nodename=%s state=drain reason='…'; scontrol"
                                + " requeue JOB")
                        .formatted(turn.subject().node(), state.slurmNode()));
    }

    private static void notReleased(Turn turn, Releasing state) {
        String node = state.slurmNode().isEmpty() ? turn.subject().node() : state.slurmNode();
        fail(
                turn,
                state.slurmNode(),
                "our drain was not lifted within %s%s"
                        .formatted(words(turn.policy.drainWithin()), turn.waitingFor()),
                "Lift it: scontrol update nodename=%s state=undrain".formatted(node));
    }

    private static void notResumed(Turn turn, String slurmNode) {
        String jobs =
                turn.jobs().stream()
                        .filter(job -> !(job.phase() instanceof Settled))
                        .map(job -> Long.toString(job.id()))
                        .collect(Collectors.joining(","));
        fail(
                turn,
                slurmNode,
                "not running again, or without progress, within %s: job %s%s"
                        .formatted(words(turn.policy.resumeWithin()), jobs, turn.waitingFor()),
                "See why: squeue -j %s; a held job is released with: scontrol release %s"
                        .formatted(jobs, jobs));
    }

    private static void fail(Turn turn, String slurmNode, String reason, String whatToDo) {
        turn.emit(new EvacuationFailed(slurmNode, reason, whatToDo), turn.last());
        turn.enter(new Failed(turn.now, reason));
    }

    private static boolean passed(Turn turn, Instant since, Duration wait) {
        return !turn.now.isBefore(since.plus(wait));
    }

    private static String words(Duration duration) {
        return duration.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
    }
}
