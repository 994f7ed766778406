package io.medevac.slurmbridge.port;

import io.medevac.domain.slurm.StandingReason;
import java.util.List;

/** Which closed Slurm nodes have been told; every method blocks. */
public interface ClosedNodes {

    /** Those of these whose reason, or whose time of setting, is not the one that was told last. */
    List<StandingReason> untold(List<StandingReason> closed);

    /**
     * Tells of a node, in the transaction that remembers it.
     *
     * @param node Kubernetes node
     * @return whether it was told now: not when it, or one that was set later, was told before
     */
    boolean tell(StandingReason closed, String node);
}
