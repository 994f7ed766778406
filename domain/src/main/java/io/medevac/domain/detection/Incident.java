package io.medevac.domain.detection;

import io.medevac.domain.node.Machine;
import java.util.UUID;

/**
 * An open incident: the trouble of one boot of one machine.
 *
 * @param id its identity
 * @param machine the boot; unknown parts are a value of their own, so that faults of a machine that
 *     could not be learned share one incident of their node
 * @param occurrences faults so far, from 1
 */
public record Incident(UUID id, Machine machine, int occurrences) {

    Incident again() {
        return new Incident(id, machine, occurrences + 1);
    }
}
