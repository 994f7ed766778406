package io.medevac.domain.fault;

/** How bad a fault is for running work, in rising order. */
public enum Severity {
    /** Not known; never read as harmless and never as broken. */
    UNKNOWN,
    INFO,
    DEGRADED,
    CRITICAL
}
