package io.medevac.domain.notification;

import io.medevac.domain.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something happened that people may have to know. One record for each kind of event. */
public sealed interface News {

    /** The event it comes from. */
    Origin origin();

    /** A fault was classified; {@code occurrence} counts the faults of its incident, from 1. */
    record FaultReported(Origin origin, Fault fault, int occurrence) implements News {}

    /** A node was taken out of service; {@code gates} says which questions let it through. */
    record NodeQuarantined(Origin origin, Fault fault, String pool, List<Gate> gates)
            implements News {
        public NodeQuarantined {
            gates = List.copyOf(gates);
        }
    }

    /**
     * Something that should be done is held.
     *
     * @param pool pool of the node; null when it is in none
     * @param gates every gate with its answer
     * @param phase state the incident is held in: {@code assessing}, {@code replacing}
     * @param whatToDo what a person can do, with the command to type
     */
    record RemediationHeld(
            Origin origin,
            Fault fault,
            @Nullable String pool,
            List<Gate> gates,
            String phase,
            String whatToDo)
            implements News {
        public RemediationHeld {
            gates = List.copyOf(gates);
        }

        /** The gates that say no. */
        public List<Gate> holding() {
            return gates.stream().filter(gate -> !gate.passed()).toList();
        }
    }

    /** An incident cannot go on by itself. */
    record RemediationFailed(
            Origin origin, Fault fault, String phase, String reason, String whatToDo)
            implements News {}

    /** Jobs cannot be brought off a node; {@code slurmNode} is empty when not known. */
    record EvacuationFailed(Origin origin, String slurmNode, String reason, String whatToDo)
            implements News {}

    /** A job was told to save its checkpoint; {@code grace} is what it has for that. */
    record JobSignalled(Origin origin, TroubledJob job, Fault fault, Duration grace)
            implements News {}

    /** A job cannot be requeued and is left until its end or the deadline. */
    record JobNotRequeueable(
            Origin origin, TroubledJob job, Fault fault, String reason, Instant deadline)
            implements News {}

    /** A job is gone; {@code state} is Slurm's. */
    record JobLost(Origin origin, TroubledJob job, String state, String reason) implements News {}

    /**
     * A job runs again.
     *
     * @param fromStep step of the checkpoint it went on from; null when not known
     * @param lost from the signal to the first progress
     */
    record JobResumed(
            Origin origin,
            TroubledJob job,
            @Nullable Long fromStep,
            Instant signalledAt,
            Instant requeuedAt,
            Instant startedAt,
            Duration lost)
            implements News {}

    /** An incident is over. */
    record IncidentClosed(Origin origin, Outcome outcome, String reason, List<Phase> phases)
            implements News {
        public IncidentClosed {
            phases = List.copyOf(phases);
        }
    }

    /** What one gate answered; anything but a clear yes is a no. */
    record Gate(String name, boolean passed, String detail) {}

    /** One phase of an incident. */
    record Phase(String name, Duration duration) {}

    /** How an incident ended. */
    enum Outcome {
        UNKNOWN,
        RECOVERED,
        ESCALATED,
        CANCELLED,
        NOT_NEEDED
    }
}
