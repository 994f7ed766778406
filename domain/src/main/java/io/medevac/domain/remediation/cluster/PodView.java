package io.medevac.domain.remediation.cluster;

/**
 * A pod on the node.
 *
 * @param ref which pod
 * @param kind how the drain treats it
 * @param terminating whether it has a deletion timestamp
 * @param forbidsReplacement whether its owner forbids a replacement of the node
 */
public record PodView(PodRef ref, PodKind kind, boolean terminating, boolean forbidsReplacement) {

    /** How the drain treats a pod. */
    public enum PodKind {
        /** It must leave. */
        EVICTABLE,
        /** Its DaemonSet would put it back at once. */
        DAEMON_SET,
        /** The kubelet runs it from a file; the API object is only its mirror. */
        MIRROR,
        /** It is a Slurm node: drained through Slurm, never by eviction. */
        SLURMD,
        /** It has ended and uses nothing. */
        FINISHED
    }

    /** Whether the drain waits for it. */
    public boolean mustLeave() {
        return kind == PodKind.EVICTABLE;
    }
}
