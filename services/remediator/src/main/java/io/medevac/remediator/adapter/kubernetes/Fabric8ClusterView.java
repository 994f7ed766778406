package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.remediator.port.ClusterView;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** The cluster through the Kubernetes API. */
@ApplicationScoped
public class Fabric8ClusterView implements ClusterView {
    private final KubernetesClient client;
    private final NodeCache nodes;
    private final PodReader reader;
    private final PodWatches watches;

    Fabric8ClusterView(
            KubernetesClient client, NodeCache nodes, PodReader reader, PodWatches watches) {
        this.client = client;
        this.nodes = nodes;
        this.reader = reader;
        this.watches = watches;
    }

    /** Gone only when both the API and the watch say so: too much follows from it. */
    @Override
    public Optional<NodeView> node(String name) {
        Optional<NodeView> node =
                Optional.ofNullable(client.nodes().withName(name).get()).map(NodeReader::view);
        if (node.isEmpty() && nodes.knows(name)) {
            throw new IllegalStateException(
                    "node " + name + ": not found, though it was there a moment ago");
        }
        return node;
    }

    @Override
    public List<PodView> pods(String node) {
        watches.follow(node);
        return client
                .pods()
                .inAnyNamespace()
                .withField("spec.nodeName", node)
                .list()
                .getItems()
                .stream()
                .map(reader::view)
                .toList();
    }

    @Override
    public List<PoolMember> pool(String pool) {
        return nodes.inPool(pool).stream().map(NodeReader::member).toList();
    }
}
