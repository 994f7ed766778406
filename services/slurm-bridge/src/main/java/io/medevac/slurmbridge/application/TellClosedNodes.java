package io.medevac.slurmbridge.application;

import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.StandingReason;
import io.medevac.slurmbridge.port.ClosedNodes;
import io.medevac.slurmbridge.port.SlurmReasons;
import io.medevac.slurmbridge.port.SlurmdPods;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Tells of Slurm nodes that others have closed, once for each reason that was set. What a reason
 * means, whoever hears it decides.
 */
@ApplicationScoped
public class TellClosedNodes {
    private static final Logger LOG = Logger.getLogger(TellClosedNodes.class);

    private final SlurmReasons slurm;
    private final SlurmdPods pods;
    private final ClosedNodes told;

    /** Constructor for injection. */
    public TellClosedNodes(SlurmReasons slurm, SlurmdPods pods, ClosedNodes told) {
        this.slurm = slurm;
        this.pods = pods;
        this.told = told;
    }

    /**
     * Looks at all nodes once. Kubernetes is asked only when there is something to tell.
     *
     * @throws io.medevac.slurmbridge.port.NoAnswer when Slurm or Kubernetes does not answer
     */
    public void run() {
        List<StandingReason> closed =
                slurm.read().stream().filter(StandingReason::closedByOthers).toList();
        List<StandingReason> untold = told.untold(closed);
        if (untold.isEmpty()) {
            return;
        }
        Map<String, Set<String>> places = pods.nodesBySlurmNode();
        for (StandingReason each : untold) {
            String slurmNode = each.node().name();
            String node =
                    NodeMapping.kubernetesNode(
                                    each.node(), places.getOrDefault(slurmNode, Set.of()))
                            .orElse(slurmNode);
            if (told.tell(each, node)) {
                LOG.infof(
                        "Slurm node closed by others: slurmNode=%s node=%s by=%s",
                        slurmNode, node, each.setBy());
            }
        }
    }
}
