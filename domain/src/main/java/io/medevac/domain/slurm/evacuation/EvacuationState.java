package io.medevac.domain.slurm.evacuation;

import java.time.Duration;
import java.time.Instant;

/** Where an evacuation stands. */
public sealed interface EvacuationState {

    /** Since when. */
    Instant since();

    /** Whether nothing follows any more. */
    default boolean terminal() {
        return this instanceof Done || this instanceof Failed;
    }

    /** The Slurm node is to be found and set to DRAIN. */
    record Draining(Instant since) implements EvacuationState {}

    /**
     * The Slurm node takes no new work; its jobs are leaving.
     *
     * @param killWait grace in force
     * @param clearAnswers complete answers in a row that showed nothing left
     */
    record Evacuating(Instant since, String slurmNode, Duration killWait, int clearAnswers)
            implements EvacuationState {}

    /** Nothing is left on the node; it is not known yet what replaces it. */
    record AwaitingReplacement(Instant since, String slurmNode) implements EvacuationState {}

    /**
     * The replacement is to register in Slurm.
     *
     * @param undrained whether a drain of ours was lifted there
     */
    record Joining(Instant since, String slurmNode, Replacement replacement, boolean undrained)
            implements EvacuationState {}

    /** The replacement takes work; the jobs are to run again. */
    record Resuming(Instant since, String slurmNode) implements EvacuationState {}

    /**
     * Over.
     *
     * @param reason why, in words
     */
    record Done(Instant since, String reason) implements EvacuationState {}

    /**
     * Given up; a person was told what to do.
     *
     * @param reason why, in words
     */
    record Failed(Instant since, String reason) implements EvacuationState {}
}
