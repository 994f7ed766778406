package io.medevac.domain.slurm;

/** What stands beside the base state of a Slurm node, spelled as slurmrestd spells it. */
public enum SlurmNodeFlag {
    RESERVED(true),
    EXTERNAL(true),
    UNDRAIN(true),
    RESUME(true),
    CLOUD(true),
    DYNAMIC_FUTURE(true),
    DYNAMIC_NORM(true),
    COMPLETING(true),
    PLANNED(true),
    REBOOT_CANCELED(true),
    DRAIN(false),
    FAIL(false),
    NOT_RESPONDING(false),
    INVALID_REG(false),
    MAINTENANCE(false),
    BLOCKED(false),
    REBOOT_REQUESTED(false),
    REBOOT_ISSUED(false),
    POWERED_DOWN(false),
    POWERING_DOWN(false),
    POWERING_UP(false),
    POWER_DOWN(false),
    POWER_UP(false),
    POWER_DRAIN(false),
    /** A word this version does not know. */
    UNRECOGNISED(false);

    private final boolean takesWork;

    SlurmNodeFlag(boolean takesWork) {
        this.takesWork = takesWork;
    }

    /** Whether a node with this flag can still be given new work. */
    public boolean takesWork() {
        return takesWork;
    }

    /** The flag of this spelling, upper or lower case; {@link #UNRECOGNISED} for any other. */
    public static SlurmNodeFlag of(String spelling) {
        return Spelling.of(SlurmNodeFlag.class, spelling, UNRECOGNISED);
    }
}
