package io.medevac.detector.application;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** When this process last took in a line of a node's kernel log, its own or a heartbeat's. */
@ApplicationScoped
public class HeardNodes {
    private final Map<String, Instant> heard = new ConcurrentHashMap<>();
    private final InstantSource clock;

    /** By this clock. */
    public HeardNodes(InstantSource clock) {
        this.clock = clock;
    }

    /** A node of the cluster said something. */
    void add(String node) {
        heard.put(node, clock.instant());
    }

    /** All of them with the time, as of now; those that are no nodes any more are forgotten. */
    Map<String, Instant> all(Predicate<String> isNode) {
        heard.keySet().removeIf(isNode.negate());
        return Map.copyOf(heard);
    }
}
