package io.medevac.domain.detection;

import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.node.Machine;
import java.util.UUID;

/**
 * An open incident: the trouble of one boot of one machine.
 *
 * @param id its identity
 * @param machine the boot; unknown parts are a value of their own, so that faults of a machine that
 *     could not be learned share one incident of their node
 * @param occurrences faults so far, from 1
 * @param dossier what its findings tell together
 */
public record Incident(UUID id, Machine machine, int occurrences, Dossier dossier) {

    Incident again(Dossier more) {
        return new Incident(id, machine, occurrences + 1, more);
    }

    Incident knowing(Dossier more) {
        return new Incident(id, machine, occurrences, more);
    }
}
