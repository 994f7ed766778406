package io.medevac.domain.fault;

/** What is broken. */
public enum FaultScope {
    UNKNOWN,
    APPLICATION,
    GPU,
    NVLINK,
    SWITCH,
    NIC,
    HOST,
    MONITORING
}
