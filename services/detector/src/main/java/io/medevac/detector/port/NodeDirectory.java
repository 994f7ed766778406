package io.medevac.detector.port;

import io.medevac.domain.detection.NodeSeen;
import java.util.Optional;

/** The nodes of the cluster as they were last seen. */
@FunctionalInterface
public interface NodeDirectory {

    /** Answers at once; empty when there is no such node, or the nodes could not be read yet. */
    Optional<NodeSeen> find(String node);

    /**
     * Whether Medevac has taken the node out of service: it may be switched off, and that it says
     * nothing says nothing. Answers at once.
     */
    default boolean isOut(String node) {
        return false;
    }
}
