package io.medevac.domain.detection;

import io.medevac.domain.node.Machine;
import java.util.UUID;

/**
 * A fault with its machine and incident: ready to be told.
 *
 * @param signal what was observed, and what it means
 * @param machine the boot that has the fault, as far as it could be learned
 * @param incidentId the incident it opens or joins
 * @param occurrence how many faults the incident has had with this one; 1 opens it
 */
public record DetectedFault(Signal signal, Machine machine, UUID incidentId, int occurrence) {

    /** Whether it is the first of its incident. */
    public boolean opensIncident() {
        return occurrence == 1;
    }
}
