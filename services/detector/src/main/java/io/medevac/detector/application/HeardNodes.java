package io.medevac.detector.application;

import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.LogSilence;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** When this process last took in a line of a node's kernel log, its own or a heartbeat's. */
@ApplicationScoped
public class HeardNodes {
    /** Where nobody asks who was heard. */
    public static final HeardNodes DEAF =
            new HeardNodes(
                    new LogSilence(Optional.empty()),
                    node -> Optional.empty(),
                    InstantSource.system());

    private final Map<String, Instant> heard = new ConcurrentHashMap<>();
    private final NodeDirectory nodes;
    private final InstantSource clock;
    private final boolean listens;

    /** Remembers nothing where silence says nothing. */
    public HeardNodes(LogSilence silence, NodeDirectory nodes, InstantSource clock) {
        this.nodes = nodes;
        this.clock = clock;
        this.listens = silence.patience().isPresent();
    }

    /** Somebody said something; only what is a node of the cluster is remembered. */
    void add(String node) {
        if (listens && isNode(node)) {
            heard.put(node, clock.instant());
        }
    }

    /** All of them with the time, as of now; those that are no nodes any more are forgotten. */
    Map<String, Instant> all() {
        heard.keySet().removeIf(node -> !isNode(node));
        return Map.copyOf(heard);
    }

    private boolean isNode(String name) {
        return nodes.find(name).isPresent();
    }
}
