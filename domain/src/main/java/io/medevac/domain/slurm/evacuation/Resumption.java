package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.Progress.Mark;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobResumed;
import io.medevac.domain.slurm.evacuation.JobPhase.Outcome;
import io.medevac.domain.slurm.evacuation.JobPhase.Requeued;
import io.medevac.domain.slurm.evacuation.JobPhase.Settled;
import io.medevac.domain.slurm.evacuation.Observation.Complete;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a requeued job runs again and gets on. */
final class Resumption {
    private Resumption() {}

    static EvacuatedJob watch(
            Turn turn, EvacuatedJob job, Requeued phase, SlurmJob current, Complete seen) {
        boolean again = current.run().restartCount() > job.run().restartCount();
        Progress progress = seen.progress().get(job.id());
        if (current.ended()) {
            return JobRules.completed(current) && again
                    ? resumed(turn, job, phase, current, ownWords(progress, current).orElse(null))
                    : lost(turn, job, current);
        }
        if (!again || !current.running()) {
            return job;
        }
        Optional<Progress> said = ownWords(progress, current);
        if (said.isPresent()) {
            return judge(turn, job, phase, current, said.get());
        }
        boolean silent = progress == null && phase.checkpoint() == null;
        boolean longEnough =
                !turn.now.isBefore(startOf(turn, current).plus(turn.policy.runningFor()));
        return silent && longEnough ? resumed(turn, job, phase, current, null) : job;
    }

    /**
     * Beyond its checkpoint, or beyond the first step it was seen at where it went further back.
     */
    private static EvacuatedJob judge(
            Turn turn, EvacuatedJob job, Requeued phase, SlurmJob current, Progress said) {
        long step = said.reached().step();
        Mark checkpoint = phase.checkpoint();
        Long first = phase.firstStep();
        boolean beyondCheckpoint = checkpoint == null ? step > 0 : step > checkpoint.step();
        if ((first == null && beyondCheckpoint) || (first != null && step > first)) {
            return resumed(turn, job, phase, current, said);
        }
        return first != null
                ? job
                : job.in(new Requeued(phase.signalledAt(), phase.requeuedAt(), checkpoint, step));
    }

    private static EvacuatedJob resumed(
            Turn turn,
            EvacuatedJob job,
            Requeued phase,
            SlurmJob current,
            @Nullable Progress said) {
        Instant startedAt = startOf(turn, current);
        Mark reached = said == null ? null : said.reached();
        Instant until = reached == null ? startedAt : plausible(reached.at(), startedAt, turn.now);
        turn.emit(
                new JobResumed(
                        job.run(),
                        current,
                        from(phase, said, startedAt),
                        reached,
                        phase.signalledAt(),
                        phase.requeuedAt(),
                        startedAt,
                        Duration.between(phase.signalledAt(), until)),
                EventRef.own("JobRequeued", job.run()));
        return job.in(new Settled(Outcome.RESUMED));
    }

    /**
     * The checkpoint it went on from: the one it had saved, if it stands beyond that now; else the
     * one it says it has, if that is older than this run.
     */
    private static @Nullable Mark from(Requeued phase, @Nullable Progress said, Instant startedAt) {
        if (said == null) {
            return null;
        }
        Mark saved = phase.checkpoint();
        Long first = phase.firstStep();
        long begin = Objects.requireNonNullElse(first, said.reached().step());
        if (saved != null && begin >= saved.step()) {
            return saved;
        }
        Mark has = said.checkpoint();
        return has != null && has.at().isBefore(startedAt) ? has : null;
    }

    private static EvacuatedJob lost(Turn turn, EvacuatedJob job, SlurmJob current) {
        turn.emit(
                new EvacuationEvent.JobLost(
                        job.job(), current.stateText(), "it ended after it had been requeued"),
                EventRef.own("JobRequeued", job.run()));
        return job.in(new Settled(Outcome.LOST));
    }

    /** What the run that Slurm shows says of itself; what an earlier run said does not count. */
    private static Optional<Progress> ownWords(@Nullable Progress progress, SlurmJob current) {
        return Optional.ofNullable(progress)
                .filter(said -> said.restart() >= current.run().restartCount());
    }

    private static Instant startOf(Turn turn, SlurmJob current) {
        return Objects.requireNonNullElse(current.startedAt(), turn.now);
    }

    /** The job's clock where it can be right, else ours. */
    private static Instant plausible(Instant at, Instant earliest, Instant latest) {
        return at.isBefore(earliest) || at.isAfter(latest) ? latest : at;
    }
}
