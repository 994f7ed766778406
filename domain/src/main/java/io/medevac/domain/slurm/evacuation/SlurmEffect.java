package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmJob;

/**
 * What is to be done in Slurm. Each may be done again: whether it worked is seen at the next look.
 */
public sealed interface SlurmEffect {

    /** Set DRAIN with this reason, unless another one came to stand there meanwhile. */
    record DrainNode(String slurmNode, DrainReason reason, DrainReason standing)
            implements SlurmEffect {}

    /** Requeue this run of the job, unless that run is over meanwhile. */
    record RequeueJob(SlurmJob job) implements SlurmEffect {}

    /** Lift the DRAIN, as long as this reason stands there. */
    record UndrainNode(String slurmNode, DrainReason standing) implements SlurmEffect {}
}
