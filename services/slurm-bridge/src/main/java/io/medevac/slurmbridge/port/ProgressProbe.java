package io.medevac.slurmbridge.port;

import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.SlurmJob;
import java.util.Optional;

/** Asks a job how far it is. */
@FunctionalInterface
public interface ProgressProbe {

    /**
     * What the job says of itself; empty when it says nothing that can be read in time. Never
     * throws: no progress is no reason to act.
     */
    Optional<Progress> read(SlurmJob job);
}
