package io.medevac.domain.remediation.incident;

import io.medevac.domain.remediation.cluster.PodRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where an incident stands. Each state holds what only that state knows. */
public sealed interface IncidentState {

    /** When the incident came into this state. */
    Instant since();

    /** Its name. */
    StateName name();

    /** Whether it takes one of the pool's slots. */
    default boolean inFlight() {
        return switch (name()) {
            case QUARANTINING, VACATING, DRAINING, REPLACING, VERIFYING, RELEASING -> true;
            case ASSESSING, HELD, RECOVERED, ESCALATED, CANCELLED, NOT_NEEDED -> false;
        };
    }

    /** A state whose work a gate can stop for a while. */
    sealed interface Interruptible extends IncidentState {

        /** The same state, begun anew at that time after a hold. */
        Interruptible resumedAt(Instant now);
    }

    /**
     * The gates are to be asked.
     *
     * @param since when it began
     */
    record Assessing(Instant since) implements Interruptible {
        @Override
        public StateName name() {
            return StateName.ASSESSING;
        }

        @Override
        public Assessing resumedAt(Instant now) {
            return new Assessing(now);
        }
    }

    /**
     * At least one gate says no.
     *
     * @param since when it began
     * @param interrupted the state that waits
     * @param answers every gate with its answer
     */
    record Held(Instant since, Interruptible interrupted, List<GateAnswer> answers)
            implements IncidentState {
        public Held {
            answers = List.copyOf(answers);
        }

        @Override
        public StateName name() {
            return StateName.HELD;
        }

        @Override
        public boolean inFlight() {
            return interrupted.inFlight();
        }
    }

    /**
     * All gates passed; the node is being cordoned, tainted and signed.
     *
     * @param since when it was decided
     * @param answers every gate with its answer
     */
    record Quarantining(Instant since, List<GateAnswer> answers) implements Interruptible {
        public Quarantining {
            answers = List.copyOf(answers);
        }

        @Override
        public StateName name() {
            return StateName.QUARANTINING;
        }

        @Override
        public Quarantining resumedAt(Instant now) {
            return new Quarantining(now, answers);
        }
    }

    /**
     * The node is in quarantine; its jobs are leaving.
     *
     * @param since when it began
     */
    record Vacating(Instant since) implements IncidentState {
        @Override
        public StateName name() {
            return StateName.VACATING;
        }
    }

    /**
     * No job is left; pods are being evicted.
     *
     * @param since when it began
     * @param asked pods that were asked to leave
     * @param forced whether pods had to be deleted past their budget or their node
     */
    record Draining(Instant since, List<PodRef> asked, boolean forced) implements Interruptible {
        public Draining {
            asked = List.copyOf(asked);
        }

        @Override
        public StateName name() {
            return StateName.DRAINING;
        }

        @Override
        public Draining resumedAt(Instant now) {
            return new Draining(now, asked, forced);
        }
    }

    /**
     * No pod is left; a healthy node is being brought in.
     *
     * @param since when it began
     * @param pick the node that was picked; null while there is none
     */
    record Replacing(Instant since, @Nullable Replacement pick) implements Interruptible {
        @Override
        public StateName name() {
            return StateName.REPLACING;
        }

        @Override
        public Replacing resumedAt(Instant now) {
            return new Replacing(now, pick);
        }
    }

    /**
     * The replacement serves; the jobs are to run again.
     *
     * @param since when it began
     * @param replacement the node that serves now
     */
    record Verifying(Instant since, Replacement replacement) implements IncidentState {
        @Override
        public StateName name() {
            return StateName.VERIFYING;
        }
    }

    /**
     * A person asked for the node or took over; what is ours is being taken off.
     *
     * @param since when it began
     * @param reason who, in words
     * @param claimed a spare that may carry our claim; null when there is none
     * @param uncordoned whether the node was seen with our marks and without a cordon: then one
     *     that stands later is somebody else's
     */
    record Releasing(
            Instant since, String reason, @Nullable Replacement claimed, boolean uncordoned)
            implements IncidentState {
        @Override
        public StateName name() {
            return StateName.RELEASING;
        }
    }

    /** The incident is over; nothing moves it any more. */
    sealed interface Closed extends IncidentState {

        /** Why it ended so. */
        String reason();
    }

    /**
     * Replaced, and every job runs again.
     *
     * @param since when it ended
     * @param reason why it ended so
     */
    record Recovered(Instant since, String reason) implements Closed {
        @Override
        public StateName name() {
            return StateName.RECOVERED;
        }
    }

    /**
     * A person must act.
     *
     * @param since when it ended
     * @param reason why it ended so
     */
    record Escalated(Instant since, String reason) implements Closed {
        @Override
        public StateName name() {
            return StateName.ESCALATED;
        }
    }

    /**
     * A person ended it or took over.
     *
     * @param since when it ended
     * @param reason why it ended so
     */
    record Cancelled(Instant since, String reason) implements Closed {
        @Override
        public StateName name() {
            return StateName.CANCELLED;
        }
    }

    /**
     * The machine that had the fault is gone.
     *
     * @param since when it ended
     * @param reason why it ended so
     */
    record NotNeeded(Instant since, String reason) implements Closed {
        @Override
        public StateName name() {
            return StateName.NOT_NEEDED;
        }
    }
}
