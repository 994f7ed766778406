package io.medevac.domain.slurm;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a job says it is.
 *
 * @param restart restart count of the run that says so
 * @param reached the step it stands at
 * @param checkpoint the last checkpoint it saved or loaded; null when none yet
 */
public record Progress(int restart, Mark reached, @Nullable Mark checkpoint) {

    /**
     * A point in the job's work.
     *
     * @param step step
     * @param at when the job wrote it, by the job's clock
     * @param source where it was read
     */
    public record Mark(long step, Instant at, String source) {}
}
