package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobEnded;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobLost;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobNotRequeueable;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobRequeued;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobSignalled;
import io.medevac.domain.slurm.evacuation.EvacuationState.Evacuating;
import io.medevac.domain.slurm.evacuation.EvacuationState.Releasing;
import io.medevac.domain.slurm.evacuation.JobPhase.Ending;
import io.medevac.domain.slurm.evacuation.JobPhase.Leaving;
import io.medevac.domain.slurm.evacuation.JobPhase.NotRequeueable;
import io.medevac.domain.slurm.evacuation.JobPhase.Outcome;
import io.medevac.domain.slurm.evacuation.JobPhase.Requeued;
import io.medevac.domain.slurm.evacuation.JobPhase.Requeueing;
import io.medevac.domain.slurm.evacuation.JobPhase.Settled;
import io.medevac.domain.slurm.evacuation.Observation.Complete;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What follows for one job: it is asked to leave once, seen leaving, and seen running again. */
final class JobRules {
    /** Complete answers in a row that do not list a job before it counts as gone. */
    private static final int MISSED = 2;

    private JobRules() {}

    /**
     * A job seen on the node for the first time; empty when it is not understood and left alone.
     */
    static Optional<EvacuatedJob> first(Turn turn, SlurmJob job, String slurmNode) {
        if (job.completing()) {
            return Optional.of(EvacuatedJob.first(job, new Ending(turn.now)));
        }
        if (!job.active()) {
            return Optional.empty();
        }
        EvacuatedJob asked = EvacuatedJob.first(job, new Requeueing(turn.now, turn.now));
        return Optional.of(
                switch (job.kind()) {
                    case REQUEUEABLE -> {
                        turn.effect(new SlurmEffect.RequeueJob(job));
                        yield asked;
                    }
                    case NO_REQUEUE ->
                            leaveAlone(turn, asked, slurmNode, "submitted with --no-requeue");
                    case INTERACTIVE ->
                            leaveAlone(
                                    turn,
                                    asked,
                                    slurmNode,
                                    "interactive (salloc or srun), not batch");
                });
    }

    static EvacuatedJob leaveAlone(Turn turn, EvacuatedJob job, String slurmNode, String reason) {
        Instant deadline = turn.now.plus(turn.policy.notRequeueableWithin());
        turn.emit(new JobNotRequeueable(job.job(), reason, deadline), draining(slurmNode));
        return job.in(new NotRequeueable(deadline));
    }

    /**
     * Takes each known job one look further.
     *
     * @param mayAsk whether the node is closed, so that a requeued job cannot come back to it
     */
    static void step(Turn turn, Complete seen, String slurmNode, boolean mayAsk) {
        turn.jobs().replaceAll(job -> step(turn, job, seen, slurmNode, mayAsk));
    }

    private static EvacuatedJob step(
            Turn turn, EvacuatedJob job, Complete seen, String slurmNode, boolean mayAsk) {
        if (job.phase() instanceof Settled) {
            return job;
        }
        Optional<SlurmJob> found = seen.job(job.id());
        if (found.isEmpty()) {
            return missed(turn, job, slurmNode);
        }
        SlurmJob current = found.get().withMailUser(job.job().about().mailUser());
        if (current.run().restartCount() < job.run().restartCount()) {
            return job; // an answer about the past
        }
        return switch (job.seen().phase()) {
            case Requeued requeued -> Resumption.watch(turn, job.seen(), requeued, current, seen);
            case Settled settled -> job;
            case Requeueing r -> onNode(turn, job.seen(), current, seen, slurmNode, mayAsk);
            case NotRequeueable n -> onNode(turn, job.seen(), current, seen, slurmNode, mayAsk);
            case Leaving l -> onNode(turn, job.seen(), current, seen, slurmNode, mayAsk);
            case Ending e -> onNode(turn, job.seen(), current, seen, slurmNode, mayAsk);
        };
    }

    private static EvacuatedJob missed(Turn turn, EvacuatedJob job, String slurmNode) {
        EvacuatedJob missing = job.missedOnceMore();
        if (missing.missed() < MISSED) {
            return missing;
        }
        return lost(turn, job, "UNKNOWN", "Slurm does not know the job any more", slurmNode);
    }

    private static EvacuatedJob onNode(
            Turn turn,
            EvacuatedJob job,
            SlurmJob current,
            Complete seen,
            String slurmNode,
            boolean mayAsk) {
        boolean again = current.run().restartCount() > job.run().restartCount();
        if (current.ended() && !(again && completed(current))) {
            return ended(turn, job, current, slurmNode);
        }
        if (current.pending() || (again && !current.completing())) {
            EvacuatedJob left = requeued(turn, job, seen, slurmNode);
            return left.phase() instanceof Requeued requeued
                    ? Resumption.watch(turn, left, requeued, current, seen)
                    : left;
        }
        if (current.completing()) {
            return again ? signalled(turn, job, slurmNode) : ending(turn, job);
        }
        return mayAsk && current.active() ? ask(turn, job, current) : job;
    }

    /** Asks once; asks again only when nothing came of it. */
    private static EvacuatedJob ask(Turn turn, EvacuatedJob job, SlurmJob current) {
        return switch (job.phase()) {
            case Requeueing asked
                    when !turn.now.isBefore(asked.askedAt().plus(turn.policy.askAgain())) -> {
                turn.effect(new SlurmEffect.RequeueJob(current));
                yield job.in(new Requeueing(asked.since(), turn.now));
            }
            case NotRequeueable left
                    when current.kind() != job.job().kind()
                            && current.kind() == SlurmJob.JobKind.REQUEUEABLE -> {
                turn.effect(new SlurmEffect.RequeueJob(current));
                yield job.in(new Requeueing(turn.now, turn.now));
            }
            default -> job;
        };
    }

    private static EvacuatedJob signalled(Turn turn, EvacuatedJob job, String slurmNode) {
        if (!(job.phase() instanceof Requeueing asked)) {
            return job.phase() instanceof Leaving ? job : job.in(new Leaving(turn.now));
        }
        turn.emit(new JobSignalled(job.job(), grace(turn)), draining(slurmNode));
        return job.in(new Leaving(asked.askedAt()));
    }

    private static EvacuatedJob ending(Turn turn, EvacuatedJob job) {
        return job.phase() instanceof Ending || job.phase() instanceof Leaving
                ? job
                : job.in(new Ending(turn.now));
    }

    private static EvacuatedJob requeued(
            Turn turn, EvacuatedJob job, Complete seen, String slurmNode) {
        EvacuatedJob told =
                job.phase() instanceof Requeueing ? signalled(turn, job, slurmNode) : job;
        Instant signalledAt =
                switch (told.phase()) {
                    case Leaving leaving -> leaving.signalledAt();
                    case Ending ending -> ending.since();
                    case Requeueing r -> turn.now;
                    case NotRequeueable n -> turn.now;
                    case Requeued r -> r.signalledAt();
                    case Settled s -> turn.now;
                };
        var progress = seen.progress().get(job.id());
        var checkpoint =
                progress != null && progress.restart() <= job.run().restartCount()
                        ? progress.checkpoint()
                        : null;
        turn.emit(
                new JobRequeued(
                        job.job(),
                        signalledAt,
                        grace(turn),
                        Duration.between(signalledAt, turn.now),
                        checkpoint),
                cause(told, slurmNode));
        return told.in(new Requeued(signalledAt, turn.now, checkpoint, null));
    }

    private static EvacuatedJob ended(
            Turn turn, EvacuatedJob job, SlurmJob current, String slurmNode) {
        if (completed(current)) {
            turn.emit(new JobEnded(job.job(), current.stateText()), cause(job, slurmNode));
            return job.in(new Settled(Outcome.ENDED));
        }
        return lost(
                turn, job, current.stateText(), "it ended before it could be requeued", slurmNode);
    }

    static EvacuatedJob lost(
            Turn turn, EvacuatedJob job, String state, String reason, String slurmNode) {
        turn.emit(new JobLost(job.job(), state, reason), cause(job, slurmNode));
        return job.in(new Settled(Outcome.LOST));
    }

    static boolean completed(SlurmJob job) {
        return job.ended() && job.states().contains(SlurmJobState.COMPLETED);
    }

    /** The event about this job that a later one follows from. */
    private static EventRef cause(EvacuatedJob job, String slurmNode) {
        return switch (job.phase()) {
            case Leaving l -> EventRef.own("JobSignalled", job.run());
            case Requeued r -> EventRef.own("JobRequeued", job.run());
            case NotRequeueable n -> EventRef.own("JobNotRequeueable", job.run());
            case Requeueing r -> draining(slurmNode);
            case Ending e -> draining(slurmNode);
            case Settled s -> draining(slurmNode);
        };
    }

    private static EventRef draining(String slurmNode) {
        return EventRef.own("SlurmNodeDraining", slurmNode);
    }

    private static Duration grace(Turn turn) {
        if (turn.state() instanceof Evacuating evacuating) {
            return evacuating.killWait();
        }
        return turn.state() instanceof Releasing releasing ? releasing.killWait() : Duration.ZERO;
    }
}
