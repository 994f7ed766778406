package io.medevac.domain.slurm.evacuation;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

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
     * @param drainedUnder start of the slurmctld under which our drain was seen; empty when it was
     *     not seen
     */
    record Evacuating(
            Instant since,
            String slurmNode,
            Duration killWait,
            int clearAnswers,
            String drainedUnder)
            implements EvacuationState {
        public Evacuating {
            // One that was stored before this was kept has seen none.
            drainedUnder = Objects.requireNonNullElse(drainedUnder, "");
        }

        Evacuating agreeing(int answers) {
            return new Evacuating(since, slurmNode, killWait, answers, drainedUnder);
        }

        Evacuating drainedUnder(String slurmctld) {
            return new Evacuating(since, slurmNode, killWait, clearAnswers, slurmctld);
        }
    }

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
     * The node is given back: our drain is being lifted, no job is asked to leave any more, and
     * those that were asked are watched to their end.
     *
     * @param slurmNode the Slurm node; empty where it was not found yet
     * @param killWait grace in force
     * @param reason who gave it back and why, in words
     */
    record Releasing(Instant since, String slurmNode, Duration killWait, String reason)
            implements EvacuationState {

        static Releasing from(EvacuationState state, String reason, Instant now) {
            return switch (state) {
                case Evacuating s -> new Releasing(now, s.slurmNode(), s.killWait(), reason);
                case AwaitingReplacement s -> of(s.slurmNode(), reason, now);
                case Joining s -> of(s.slurmNode(), reason, now);
                case Resuming s -> of(s.slurmNode(), reason, now);
                case Releasing s -> s;
                case Draining s -> of("", reason, now);
                case Done s -> of("", reason, now);
                case Failed s -> of("", reason, now);
            };
        }

        private static Releasing of(String slurmNode, String reason, Instant now) {
            return new Releasing(now, slurmNode, Duration.ZERO, reason);
        }
    }

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
