package io.medevac.detector.application;

import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.Measurements;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.Detection.Review;
import io.medevac.domain.detection.NodeSeen;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Tells the signals whose boot Kubernetes has shown meanwhile, or whose deadline has come. */
@ApplicationScoped
public class ReviewWaitingSignals {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private final Detection detection;
    private final DetectionStore store;
    private final NodeDirectory nodes;
    private final Measurements measurements;
    private final InstantSource clock;

    /** With what it needs. */
    public ReviewWaitingSignals(
            Detection detection,
            DetectionStore store,
            NodeDirectory nodes,
            Measurements measurements,
            InstantSource clock) {
        this.detection = detection;
        this.store = store;
        this.nodes = nodes;
        this.measurements = measurements;
        this.clock = clock;
    }

    /** Looks at the signals of a node; returns when to look again, empty when none waits. */
    public Optional<Instant> on(String node) {
        NodeSeen seen = nodes.find(node).orElse(null);
        Instant now = clock.instant();
        Review review = store.review(node, room -> detection.review(node, room, seen, now));
        measurements.faults(review.faults());
        return review.waiting().isEmpty() ? Optional.empty() : Optional.of(now.plus(LOOK_AGAIN));
    }
}
