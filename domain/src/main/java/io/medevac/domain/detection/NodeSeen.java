package io.medevac.domain.detection;

import io.medevac.domain.node.Machine;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes Node as last seen.
 *
 * @param uid {@code metadata.uid}
 * @param bootId {@code status.nodeInfo.bootID}; null when the kubelet has not reported one
 * @param since when this boot id was first seen, by our clock
 * @param reportedAt last heartbeat of the kubelet's status, by the node's clock; null when unknown
 */
public record NodeSeen(
        String uid, @Nullable String bootId, Instant since, @Nullable Instant reportedAt) {

    /** The boot it shows. */
    Machine machine() {
        return new Machine(uid, bootId);
    }
}
