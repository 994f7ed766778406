package io.medevac.domain.slurm;

/** Base state of a Slurm node, spelled as slurmrestd spells it. */
public enum SlurmNodeBaseState {
    UNKNOWN,
    DOWN,
    IDLE,
    ALLOCATED,
    MIXED,
    ERROR,
    FUTURE,
    /** A word this version does not know: neither usable nor drained, never acted on. */
    UNRECOGNISED;

    /** The state of this spelling, upper or lower case; {@link #UNRECOGNISED} for any other. */
    public static SlurmNodeBaseState of(String spelling) {
        return Spelling.of(SlurmNodeBaseState.class, spelling, UNRECOGNISED);
    }
}
