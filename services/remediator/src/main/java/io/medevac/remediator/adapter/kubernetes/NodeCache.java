package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** All nodes as they were a moment ago; wakes the incidents that a change may concern. */
@ApplicationScoped
class NodeCache {
    private static final Logger LOG = Logger.getLogger(NodeCache.class);
    private static final String BY_POOL = "pool";
    private static final String BY_SPARE = "spare";

    private final KubernetesClient client;
    private final ClusterChanges changes;
    private volatile @Nullable SharedIndexInformer<Node> informer;

    NodeCache(KubernetesClient client, ClusterChanges changes) {
        this.client = client;
        this.changes = changes;
    }

    void onStart(@Observes StartupEvent event) {
        start();
    }

    void onStop(@Observes ShutdownEvent event) {
        stop();
    }

    /** Starts to follow; goes on trying for as long as the API does not answer. */
    void start() {
        SharedIndexInformer<Node> nodes =
                client.nodes()
                        .runnableInformer(0)
                        .addIndexers(
                                Map.of(
                                        BY_POOL, node -> label(node, WellKnown.POOL_LABEL),
                                        BY_SPARE, node -> label(node, WellKnown.SPARE_LABEL)))
                        .exceptionHandler(
                                (started, failure) -> {
                                    LOG.warnf("cannot follow nodes: %s", failure.getMessage());
                                    return true;
                                });
        nodes.addEventHandler(new Changes());
        informer = nodes;
        nodes.start();
    }

    void stop() {
        SharedIndexInformer<Node> nodes = informer;
        if (nodes != null) {
            nodes.stop();
        }
    }

    /** Whether all nodes have been read. */
    boolean synced() {
        SharedIndexInformer<Node> nodes = informer;
        return nodes != null && nodes.hasSynced();
    }

    /** Whether there was such a node a moment ago. */
    boolean knows(String node) {
        return complete().getIndexer().getByKey(node) != null;
    }

    /** The nodes that serve in the pool. */
    List<Node> inPool(String pool) {
        return complete().getIndexer().byIndex(BY_POOL, pool);
    }

    /** The warm spares of the pool. */
    List<Node> sparesOf(String pool) {
        return complete().getIndexer().byIndex(BY_SPARE, pool);
    }

    /** Less than all nodes is no answer: a breaker that sees half a pool lets too much through. */
    private SharedIndexInformer<Node> complete() {
        SharedIndexInformer<Node> nodes = informer;
        if (nodes == null || !nodes.hasSynced()) {
            throw new IllegalStateException("the nodes have not been read yet");
        }
        return nodes;
    }

    private static List<String> label(Node node, String key) {
        String value = NodeReader.orEmpty(node.getMetadata().getLabels()).get(key);
        return value == null ? List.of() : List.of(value);
    }

    /** What of a node may change a decision. */
    private final class Changes implements ResourceEventHandler<Node> {
        @Override
        public void onAdd(Node node) {
            if (synced()) {
                changed(node);
            }
        }

        @Override
        public void onUpdate(Node before, Node after) {
            if (!sameForUs(before, after)) {
                changed(before);
                changed(after);
            }
        }

        @Override
        public void onDelete(Node node, boolean lastStateUnknown) {
            changed(node);
        }

        private void changed(Node node) {
            changes.add(
                    node.getMetadata().getName(),
                    Stream.of(WellKnown.POOL_LABEL, WellKnown.SPARE_LABEL)
                            .flatMap(key -> label(node, key).stream())
                            .toList());
        }

        private boolean sameForUs(Node before, Node after) {
            return Objects.equals(essence(before), essence(after));
        }

        private NodeView essence(Node node) {
            NodeView view = NodeReader.view(node);
            return new NodeView(
                    view.name(),
                    view.machine(),
                    "",
                    view.labels(),
                    view.annotations(),
                    view.unschedulable(),
                    view.taints(),
                    view.readiness(),
                    null,
                    view.deleting(),
                    view.gpuCapacity(),
                    view.gpuAllocatable(),
                    view.quarantine(),
                    view.claim());
        }
    }
}
