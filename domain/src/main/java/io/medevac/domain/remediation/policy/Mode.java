package io.medevac.domain.remediation.policy;

/** Whether anything is done at all. */
public enum Mode {
    /** Every gate is asked and the answer told; nothing is done. The default. */
    DRY_RUN,
    /** What the gates let through is done. */
    ENFORCE
}
