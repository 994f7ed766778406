package io.medevac.slurmbridge.port;

import java.util.Map;
import java.util.Set;

/** Where the slurmd pods run. */
@FunctionalInterface
public interface SlurmdPods {

    /**
     * The Kubernetes nodes of the slurmd pods that are not over, by the Slurm node that their label
     * tells; pods without such a label are left out.
     *
     * @throws NoAnswer when Kubernetes does not answer
     */
    Map<String, Set<String>> nodesBySlurmNode();
}
