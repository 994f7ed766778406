package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.detector.port.NodeMemory;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * UID and boot id of all nodes, kept up to date by a watch that goes on trying while the API does
 * not answer; until then the nodes are as they were seen last. A boot is shown once it is
 * remembered since when it is known, so that no restart of ours makes an old boot look new. There
 * is one watch on nodes: whoever wants to see them whole is told here.
 */
@ApplicationScoped
public class Fabric8NodeDirectory implements NodeDirectory {
    private static final Logger LOG = Logger.getLogger(Fabric8NodeDirectory.class);
    private static final String READY = "Ready";

    private static final int BATCH = 1000;

    /** A node may write what it likes here; what is no identity is none. */
    private static final Pattern BOOT_ID = Pattern.compile("[\\x21-\\x7e]{1,128}");

    private final KubernetesClient client;
    private final NodeMemory memory;
    private final InstantSource clock;
    private final Map<String, NodeSeen> nodes = new ConcurrentHashMap<>();
    private final Set<String> out = ConcurrentHashMap.newKeySet();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ChangeLoop<Change> loop =
            new ChangeLoop<>("kubernetes-nodes", BATCH, this::see, LOG);
    private volatile @Nullable SharedIndexInformer<Node> informer;
    private volatile boolean read;

    Fabric8NodeDirectory(KubernetesClient client, NodeMemory memory, InstantSource clock) {
        this.client = client;
        this.memory = memory;
        this.clock = clock;
    }

    private record Change(Node node, boolean gone) {}

    /** Is told of nodes, in order for each. */
    interface Listener {

        /** A node is new or has changed; the directory shows it. */
        void changed(Node node);

        /** A node is gone. */
        void gone(Node node);
    }

    void onStart(@Observes StartupEvent event) {
        start();
    }

    void onStop(@Observes ShutdownEvent event) {
        stop();
    }

    /** Tells this one too; called before the start. */
    void tell(Listener listener) {
        listeners.add(listener);
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
        loop.start(1);
        following.start();
    }

    /** Ends to follow. */
    void stop() {
        SharedIndexInformer<Node> following = informer;
        if (following != null) {
            following.stop();
        }
        loop.stop();
    }

    /** Whether all nodes have been read once. */
    boolean synced() {
        SharedIndexInformer<Node> following = informer;
        if (!read && following != null && following.hasSynced() && loop.changes().idle()) {
            read = true;
        }
        return read;
    }

    /** The boots that run, as they are shown, and since when each is known. */
    Map<Machine, Instant> boots() {
        Map<Machine, Instant> boots = new HashMap<>();
        for (NodeSeen node : nodes.values()) {
            if (node.bootId() != null) {
                boots.put(new Machine(node.uid(), node.bootId()), node.since());
            }
        }
        return boots;
    }

    @Override
    public Optional<NodeSeen> find(String node) {
        return Optional.ofNullable(nodes.get(node));
    }

    @Override
    public boolean isOut(String node) {
        return out.contains(node);
    }

    private void see(Map<String, Change> changed) {
        Instant now = clock.instant();
        Map<Machine, Instant> unknown = new HashMap<>();
        changed.forEach(
                (name, change) -> {
                    Machine machine = machine(change.node());
                    if (!change.gone() && machine.known() && !isShown(name, machine)) {
                        unknown.put(machine, NodeSeen.firstSight(now, times(change.node())));
                    }
                });
        Map<Machine, Instant> since = memory.since(unknown);
        changed.forEach(
                (name, change) -> {
                    if (change.gone()) {
                        nodes.remove(name);
                        out.remove(name);
                        listeners.forEach(listener -> listener.gone(change.node()));
                    } else {
                        show(name, change.node(), since, now);
                    }
                });
    }

    private void show(String name, Node node, Map<Machine, Instant> since, Instant now) {
        Machine machine = machine(node);
        NodeSeen before = nodes.get(name);
        Instant known =
                before != null && isShown(name, machine)
                        ? before.since()
                        : since.getOrDefault(machine, now);
        nodes.put(
                name,
                new NodeSeen(
                        node.getMetadata().getUid(), machine.bootId(), known, reportedAt(node)));
        if (isQuarantined(node)) {
            out.add(name);
        } else {
            out.remove(name);
        }
        listeners.forEach(listener -> listener.changed(node));
    }

    private static boolean isQuarantined(Node node) {
        return node.getSpec() != null
                && node.getSpec().getTaints().stream()
                        .anyMatch(taint -> WellKnown.QUARANTINE_TAINT.equals(taint.getKey()));
    }

    private boolean isShown(String name, Machine machine) {
        NodeSeen shown = nodes.get(name);
        return shown != null
                && shown.uid().equals(machine.nodeUid())
                && Objects.equals(shown.bootId(), machine.bootId());
    }

    private static Machine machine(Node node) {
        return new Machine(node.getMetadata().getUid(), bootId(node));
    }

    private static @Nullable String bootId(Node node) {
        String said =
                node.getStatus() == null || node.getStatus().getNodeInfo() == null
                        ? null
                        : node.getStatus().getNodeInfo().getBootID();
        return said != null && BOOT_ID.matcher(said).matches() ? said : null;
    }

    private static List<NodeCondition> conditions(Node node) {
        return node.getStatus() == null || node.getStatus().getConditions() == null
                ? List.of()
                : node.getStatus().getConditions();
    }

    /** All times that the node's own clock has put on it. */
    private static List<Instant> times(Node node) {
        return conditions(node).stream()
                .flatMap(
                        condition ->
                                Stream.of(
                                        condition.getLastTransitionTime(),
                                        condition.getLastHeartbeatTime()))
                .filter(Objects::nonNull)
                .map(Fabric8NodeDirectory::instant)
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable Instant reportedAt(Node node) {
        return conditions(node).stream()
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

    /** Every change of a node. */
    private final class Changes implements ResourceEventHandler<Node> {
        @Override
        public void onAdd(Node node) {
            loop.changes().put(node.getMetadata().getName(), new Change(node, false));
        }

        @Override
        public void onUpdate(Node before, Node after) {
            onAdd(after);
        }

        @Override
        public void onDelete(Node node, boolean lastStateUnknown) {
            loop.changes().put(node.getMetadata().getName(), new Change(node, true));
        }
    }
}
