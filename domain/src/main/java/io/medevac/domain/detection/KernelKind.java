package io.medevac.domain.detection;

/** Kinds of records that a log of a GPU node can hold. */
public enum KernelKind {
    /** The NVIDIA driver reported an error of a GPU. */
    XID,
    /** The driver of an NVSwitch reported an error. */
    SXID,
    /** Severity or data of the report before it. */
    SXID_DETAIL,
    /** The driver says in words that a GPU is gone from the bus. */
    GPU_LOST,
    /** The driver could not start a GPU. */
    GPU_INIT_FAILED,
    /** Address, UUID or serial number of a GPU. */
    GPU_IDENTITY,
    /** The NVIDIA driver was loaded. */
    DRIVER_LOADED,
    /** The driver's module and its libraries differ in version. */
    DRIVER_MISMATCH,
    /** A kernel started. */
    BOOT,
    /** A network device or its firmware does not answer. */
    NIC_FAULT,
    /** A network device works with less than it has. */
    NIC_DEGRADED,
    /** A link of a network device came up or went down. */
    NIC_LINK,
    /** The driver of a network device warns. */
    NIC_WARNING,
    /** An error on the PCI Express bus. */
    PCIE_AER,
    /** An error of the host's memory. */
    HOST_MEMORY,
    /** The processor or the platform reported a hardware error. */
    HOST_MACHINE_CHECK,
    /** An AMD GPU reported a hardware error. */
    AMD_RAS,
    /** An AMD GPU does not answer. */
    AMD_HANG,
    /** The driver resets an AMD GPU. */
    AMD_GPU_RESET,
    /** An AMD GPU works again. */
    AMD_RECOVERED,
    /** The driver of an AMD GPU warns. */
    AMD_WARNING,
    /** The device plugin marks a GPU unhealthy. */
    PLUGIN_HEALTH,
    /** Tells something about other records, no fault of its own. */
    CONTEXT,
    /** It begins as a report of a driver and cannot be read as one. */
    MALFORMED,
    /** It has the text of a report, but the kernel did not say it. */
    UNTRUSTED
}
