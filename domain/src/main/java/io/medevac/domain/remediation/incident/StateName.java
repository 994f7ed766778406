package io.medevac.domain.remediation.incident;

import java.util.Locale;

/** The states by name, in the order an incident goes through them. */
public enum StateName {
    /** The gates are to be asked. */
    ASSESSING,
    /** A gate says no; asked again when something changes. */
    HELD,
    /** The node is being cordoned, tainted and signed. */
    QUARANTINING,
    /** The node is in quarantine; its jobs are leaving. */
    VACATING,
    /** No job is left; pods are being evicted. */
    DRAINING,
    /** No pod is left; a healthy node is being brought in. */
    REPLACING,
    /** The replacement serves; the jobs are to run again. */
    VERIFYING,
    /** A person asked for the node or took over; what is ours is being taken off. */
    RELEASING,
    /** Over: replaced, and every job runs again. */
    RECOVERED,
    /** Over for Medevac: a person must act. */
    ESCALATED,
    /** Over: a person ended it or took over. */
    CANCELLED,
    /** Over: the machine that had the fault is gone. */
    NOT_NEEDED;

    /** As it is written in events, logs and metrics: lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the incident is over. */
    public boolean terminal() {
        return switch (this) {
            case RECOVERED, ESCALATED, CANCELLED, NOT_NEEDED -> true;
            case ASSESSING,
                    HELD,
                    QUARANTINING,
                    VACATING,
                    DRAINING,
                    REPLACING,
                    VERIFYING,
                    RELEASING ->
                    false;
        };
    }
}
