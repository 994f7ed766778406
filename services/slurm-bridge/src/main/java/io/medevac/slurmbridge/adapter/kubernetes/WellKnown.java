package io.medevac.slurmbridge.adapter.kubernetes;

/** Labels and taints that are read here, and who sets them. */
final class WellKnown {
    /** Taint of a quarantined node; the value is the incident. Set by the remediator. */
    static final String QUARANTINED = "medevac.io/quarantined";

    /** Label of a slurmd pod: its Slurm node name. Set by Slinky's slurm-operator. */
    static final String SLINKY_HOSTNAME = "nodeset.slinky.slurm.net/pod-hostname";

    private WellKnown() {}
}
