package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.NodeSeen;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * UID and boot id of all nodes, kept up to date by a watch that goes on trying while the API does
 * not answer; until then the nodes are as they were seen last.
 */
@ApplicationScoped
public class Fabric8NodeDirectory implements NodeDirectory {
    private static final Logger LOG = Logger.getLogger(Fabric8NodeDirectory.class);
    private static final String READY = "Ready";

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Map<String, NodeSeen> nodes = new ConcurrentHashMap<>();
    private volatile @Nullable SharedIndexInformer<Node> informer;

    Fabric8NodeDirectory(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    void onStart(@Observes StartupEvent event) {
        start();
    }

    void onStop(@Observes ShutdownEvent event) {
        stop();
    }

    /** Starts to follow. */
    void start() {
        SharedIndexInformer<Node> following =
                client.nodes()
                        .runnableInformer(0)
                        .exceptionHandler(
                                (started, failure) -> {
                                    LOG.warnf("cannot follow nodes: %s", failure.getMessage());
                                    return true;
                                });
        following.addEventHandler(new Changes());
        informer = following;
        following.start();
    }

    /** Ends to follow. */
    void stop() {
        SharedIndexInformer<Node> following = informer;
        if (following != null) {
            following.stop();
        }
    }

    /** Whether all nodes have been read once. */
    boolean synced() {
        SharedIndexInformer<Node> following = informer;
        return following != null && following.hasSynced();
    }

    @Override
    public Optional<NodeSeen> find(String node) {
        return Optional.ofNullable(nodes.get(node));
    }

    private void see(Node node) {
        String uid = node.getMetadata().getUid();
        String bootId =
                node.getStatus() == null || node.getStatus().getNodeInfo() == null
                        ? null
                        : blankToNull(node.getStatus().getNodeInfo().getBootID());
        Instant now = clock.instant();
        nodes.compute(
                node.getMetadata().getName(),
                (name, before) ->
                        new NodeSeen(
                                uid,
                                bootId,
                                before != null && Objects.equals(before.bootId(), bootId)
                                        ? before.since()
                                        : now,
                                reportedAt(node)));
    }

    private static @Nullable Instant reportedAt(Node node) {
        if (node.getStatus() == null || node.getStatus().getConditions() == null) {
            return null;
        }
        return node.getStatus().getConditions().stream()
                .filter(condition -> READY.equals(condition.getType()))
                .map(NodeCondition::getLastHeartbeatTime)
                .filter(Objects::nonNull)
                .findFirst()
                .map(Fabric8NodeDirectory::instant)
                .orElse(null);
    }

    private static @Nullable Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    /** Every change of a node. */
    private final class Changes implements ResourceEventHandler<Node> {
        @Override
        public void onAdd(Node node) {
            see(node);
        }

        @Override
        public void onUpdate(Node before, Node after) {
            see(after);
        }

        @Override
        public void onDelete(Node node, boolean lastStateUnknown) {
            nodes.remove(node.getMetadata().getName());
        }
    }
}
