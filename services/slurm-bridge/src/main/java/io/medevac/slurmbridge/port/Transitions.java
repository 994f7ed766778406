package io.medevac.slurmbridge.port;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;

/** Watches from outside what was decided and stored: log lines and metrics. */
@FunctionalInterface
public interface Transitions {

    /**
     * Something was decided and stored.
     *
     * @param before the evacuation before
     * @param decision the decision
     */
    void moved(Evacuation before, Decision decision);
}
