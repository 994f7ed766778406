package io.medevac.domain.detection;

import org.jspecify.annotations.Nullable;

/** What one kernel line says. Kinds of lines that are not listed here say nothing to Medevac. */
public sealed interface KernelFact {

    /**
     * The driver reported an error of a GPU.
     *
     * @param pci address of the GPU ({@code 0000:9b:00}); null when the line hides it
     * @param code Xid number
     * @param pid process the driver names; null when none
     * @param process name of that process; null when none
     * @param message what follows, control characters removed; may be empty
     */
    record XidReported(
            @Nullable String pci,
            int code,
            @Nullable Integer pid,
            @Nullable String process,
            String message)
            implements KernelFact {}

    /** The driver took hold of the GPU at this address: one line a GPU, at boot. */
    record GpuEnabled(String pci) implements KernelFact {}

    /** The driver gave the UUID of the GPU at this address. */
    record GpuIdentified(String pci, String uuid) implements KernelFact {}

    /** A kernel started: what was said before belongs to an earlier boot. */
    record BootStarted() implements KernelFact {}

    /** It begins as an error report of the driver and cannot be read as one: counted. */
    record Malformed() implements KernelFact {}

    /** It has the text of an error report, but the kernel did not say it: counted, not trusted. */
    record Untrusted() implements KernelFact {}
}
