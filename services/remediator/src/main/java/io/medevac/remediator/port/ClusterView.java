package io.medevac.remediator.port;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PoolMember;
import java.util.List;
import java.util.Optional;

/**
 * What the cluster says. A method that gets no answer throws; it never answers with less than there
 * is.
 */
public interface ClusterView {

    /** The node as the API has it now; empty when the API says that there is none. */
    Optional<NodeView> node(String name);

    /** The pods bound to the node as the API has them now. */
    List<PodView> pods(String node);

    /** The nodes of the pool, as they were a moment ago. */
    List<PoolMember> pool(String pool);
}
