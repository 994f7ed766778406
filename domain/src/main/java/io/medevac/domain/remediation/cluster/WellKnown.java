package io.medevac.domain.remediation.cluster;

/** Labels, annotations and taints of ours on Kubernetes objects, and who sets each. */
public final class WellKnown {

    /**
     * Label of a serving node: its pool. Set by the operator; moved by the remediator at a swap.
     */
    public static final String POOL_LABEL = "medevac.io/pool";

    /** Label of a warm spare: the pool it waits for. Set by the operator; removed at a swap. */
    public static final String SPARE_LABEL = "medevac.io/spare";

    /** Label of a node taken out: the repair it needs. Set by the remediator. */
    public static final String REPAIR_LABEL = "medevac.io/repair";

    /** Taint of a quarantined node; its value is the incident id. Set by the remediator. */
    public static final String QUARANTINE_TAINT = "medevac.io/quarantined";

    /** Signed annotation of a quarantined node: what was there before. Set by the remediator. */
    public static final String QUARANTINE_ANNOTATION = "medevac.io/quarantine";

    /** Signed annotation of a spare that an incident has claimed. Set by the remediator. */
    public static final String CLAIM_ANNOTATION = "medevac.io/claim";

    /** Label or annotation of a node or pod with which its owner forbids a replacement. */
    public static final String OPT_OUT = "medevac.io/replacement";

    /** The value of {@link #OPT_OUT} that forbids. */
    public static final String FORBID = "forbid";

    /** Taint with which Kubernetes frees the pods of a node that is known to be off. */
    public static final String OUT_OF_SERVICE_TAINT = "node.kubernetes.io/out-of-service";

    /** Value of our out-of-service taint, so that it can be told from somebody else's. */
    public static final String OUT_OF_SERVICE_VALUE = "medevac";

    private WellKnown() {}
}
