package io.medevac.slurmbridge.port;

import io.medevac.domain.slurm.StandingReason;
import java.util.List;

/** Why Slurm's nodes are as they are. */
@FunctionalInterface
public interface SlurmReasons {

    /**
     * All nodes, within a deadline.
     *
     * @throws NoAnswer when there is no answer that is complete and free of errors
     */
    List<StandingReason> read();
}
