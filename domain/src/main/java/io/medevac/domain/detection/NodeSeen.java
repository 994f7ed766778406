package io.medevac.domain.detection;

import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes Node as last seen.
 *
 * @param uid {@code metadata.uid}
 * @param bootId {@code status.nodeInfo.bootID}; null when the kubelet has not reported one
 * @param since since when what happens is known to happen in this boot: when this boot id was seen
 *     first, by our clock, and later than any time that the node showed then
 * @param reportedAt last heartbeat of the kubelet's status, by the node's clock; null when unknown
 */
public record NodeSeen(
        String uid, @Nullable String bootId, Instant since, @Nullable Instant reportedAt) {

    /** The times that a node shows are whole seconds, rounded down. */
    private static final Duration GRAIN = Duration.ofSeconds(1);

    /**
     * Since when what happens is known to happen in a boot that is seen for the first time. What
     * the node shows already may be left over from the boot before, whatever its clock says.
     *
     * @param now by our clock
     * @param shown times that the node shows; those that no honest clock shows are left out
     */
    public static Instant firstSight(Instant now, Collection<Instant> shown) {
        return shown.stream()
                .filter(time -> !time.isAfter(now.plus(BootClaim.SKEW)))
                .map(time -> time.plus(GRAIN))
                .reduce(now, (one, other) -> one.isAfter(other) ? one : other);
    }

    /** The boot it shows. */
    Machine machine() {
        return new Machine(uid, bootId);
    }
}
