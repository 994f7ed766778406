package io.medevac.domain.node;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One boot of one machine: a fault belongs to it and never to a node name alone.
 *
 * @param nodeUid {@code metadata.uid} of the Kubernetes Node; null when it could not be learned
 * @param bootId {@code status.nodeInfo.bootID}; null when it could not be learned
 */
public record Machine(@Nullable String nodeUid, @Nullable String bootId) {

    /** A machine nothing is known of. */
    public static final Machine UNKNOWN = new Machine(null, null);

    /** Whether both parts are known. */
    public boolean known() {
        return nodeUid != null && bootId != null;
    }

    /**
     * Whether both are known and are the same boot of the same machine; unknown is never the same.
     */
    public boolean sameBoot(Machine other) {
        return known()
                && Objects.equals(nodeUid, other.nodeUid)
                && Objects.equals(bootId, other.bootId);
    }
}
