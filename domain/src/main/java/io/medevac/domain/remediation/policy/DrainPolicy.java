package io.medevac.domain.remediation.policy;

import java.time.Duration;

/**
 * How pods are brought off the node.
 *
 * @param timeout how long evictions are tried before {@code onTimeout}
 * @param onTimeout what then
 * @param unreachableAfter how long nothing was heard of the kubelet before {@code onUnreachable}
 * @param onUnreachable what then
 */
public record DrainPolicy(
        Duration timeout,
        OnTimeout onTimeout,
        Duration unreachableAfter,
        OnUnreachable onUnreachable) {

    /** What happens to pods that a PodDisruptionBudget keeps on the node. */
    public enum OnTimeout {
        /** A person is told; evictions go on being tried. */
        HOLD,
        /** They are deleted with their own grace, past the budget. */
        FORCE
    }

    /** What happens to pods on a node that nothing is heard of. */
    public enum OnUnreachable {
        /** A person is told: the pods may still run, only their node is silent. */
        HOLD,
        /** The site says a node silent for so long is off: it gets the out-of-service taint. */
        OUT_OF_SERVICE
    }
}
