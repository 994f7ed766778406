package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.Progress.Mark;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far the evacuation of one job is. */
public sealed interface JobPhase {

    /** Whether the job may still be on the faulty node. */
    default boolean onNode() {
        return switch (this) {
            case Requeueing r -> true;
            case NotRequeueable n -> true;
            case Leaving l -> true;
            case Ending e -> true;
            case Requeued r -> false;
            case Settled s -> false;
        };
    }

    /**
     * Slurm is to requeue it. Stored before Slurm is asked, so that no crash can make it twice.
     *
     * @param since when that was decided
     * @param askedAt when Slurm was last asked
     */
    record Requeueing(Instant since, Instant askedAt) implements JobPhase {}

    /**
     * Slurm cannot requeue it; told once.
     *
     * @param deadline until when it is waited for
     */
    record NotRequeueable(Instant deadline) implements JobPhase {}

    /**
     * It was signalled and has its grace.
     *
     * @param signalledAt since when
     */
    record Leaving(Instant signalledAt) implements JobPhase {}

    /**
     * It is ending, and not because of us.
     *
     * @param since since when
     */
    record Ending(Instant since) implements JobPhase {}

    /**
     * It left the node and waits to run again, or runs and has not shown progress yet.
     *
     * @param checkpoint what it had saved then; null when it does not say
     * @param firstStep first step seen in the new run; null when none yet
     */
    record Requeued(
            Instant signalledAt,
            Instant requeuedAt,
            @Nullable Mark checkpoint,
            @Nullable Long firstStep)
            implements JobPhase {}

    /** Nothing more is to be seen of it. */
    record Settled(Outcome outcome) implements JobPhase {}

    /** How it went with a job. */
    enum Outcome {
        RESUMED,
        ENDED,
        LOST
    }
}
