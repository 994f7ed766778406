package io.medevac.domain.remediation.cluster;

/** The Ready condition of a node. */
public enum Readiness {
    /** {@code True}. */
    READY,
    /** {@code False}: the kubelet itself says so, thus it is alive. */
    NOT_READY,
    /** {@code Unknown} or no condition: nothing was heard of the kubelet. */
    UNREACHABLE
}
