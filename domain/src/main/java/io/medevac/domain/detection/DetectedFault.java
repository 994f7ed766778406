package io.medevac.domain.detection;

import io.medevac.domain.detection.correlation.Trouble;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.node.Machine;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signal with its machine and incident: ready to be told.
 *
 * @param signal what was observed
 * @param machine the boot it was observed in, as far as it could be learned
 * @param place its place in an incident; null when it is no fault by itself
 */
public record DetectedFault(Signal signal, Machine machine, @Nullable Place place) {

    static DetectedFault harmless(Signal signal, Machine machine) {
        return new DetectedFault(signal, machine, null);
    }

    /**
     * A fault's place in its incident.
     *
     * @param incidentId the incident it opens or joins
     * @param occurrence how many faults the incident has had with this one; 1 opens it
     * @param fault what the signal means beside the others of the incident
     * @param trouble what all of them mean together
     * @param told whether to tell it: of many equal ones only some are
     */
    public record Place(
            UUID incidentId, int occurrence, Fault fault, Trouble trouble, boolean told) {

        /** Whether it is the first of its incident. */
        public boolean opensIncident() {
            return occurrence == 1;
        }
    }
}
