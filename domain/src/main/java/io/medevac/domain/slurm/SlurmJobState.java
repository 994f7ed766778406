package io.medevac.domain.slurm;

/** State (or state flag) of a job, spelled as slurmrestd spells it. */
public enum SlurmJobState {
    PENDING(Kind.PENDING),
    REQUEUED(Kind.PENDING),
    REQUEUE_HOLD(Kind.PENDING),
    REQUEUE_FED(Kind.PENDING),
    RESV_DEL_HOLD(Kind.PENDING),
    SPECIAL_EXIT(Kind.PENDING),
    RUNNING(Kind.ACTIVE),
    SUSPENDED(Kind.ACTIVE),
    CONFIGURING(Kind.ACTIVE),
    RESIZING(Kind.ACTIVE),
    SIGNALING(Kind.ACTIVE),
    STAGE_OUT(Kind.ACTIVE),
    STOPPED(Kind.ACTIVE),
    POWER_UP_NODE(Kind.ACTIVE),
    COMPLETING(Kind.COMPLETING),
    COMPLETED(Kind.FINAL),
    CANCELLED(Kind.FINAL),
    FAILED(Kind.FINAL),
    TIMEOUT(Kind.FINAL),
    NODE_FAIL(Kind.FINAL),
    PREEMPTED(Kind.FINAL),
    BOOT_FAIL(Kind.FINAL),
    LAUNCH_FAILED(Kind.FINAL),
    DEADLINE(Kind.FINAL),
    OUT_OF_MEMORY(Kind.FINAL),
    REVOKED(Kind.FINAL),
    /**
     * A word this version does not know: the job counts as being where it was, and is left alone.
     */
    UNRECOGNISED(Kind.UNRECOGNISED);

    /** What a state says about the job's place on its nodes, in rising order of precedence. */
    enum Kind {
        FINAL,
        PENDING,
        ACTIVE,
        COMPLETING,
        UNRECOGNISED
    }

    private final Kind kind;

    SlurmJobState(Kind kind) {
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /** The state of this spelling, upper or lower case; {@link #UNRECOGNISED} for any other. */
    public static SlurmJobState of(String spelling) {
        return Spelling.of(SlurmJobState.class, spelling, UNRECOGNISED);
    }
}
