package io.medevac.domain.detection;

import io.medevac.domain.detection.xid.DriverVersion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a record of a kernel log says. Lines that are none of these say nothing to Medevac. */
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

    /**
     * It begins as an error report of a driver and cannot be read as one: counted.
     *
     * @param pci address it names; null when none can be read
     */
    record Malformed(@Nullable String pci) implements KernelFact {}

    /**
     * It has the text of an error report, but the kernel did not say it: counted, not trusted.
     *
     * @param pci address it names; null when none can be read
     */
    record Untrusted(@Nullable String pci) implements KernelFact {}

    /**
     * Anything else that a driver, the kernel or the device plugin says of the machine.
     *
     * @param kind what it is
     * @param code number of the report; null when the kind has none
     * @param pci address of the device; null when the line names none
     * @param device {@code nvswitch1} for a switch, the UUID where only that is given, the name of
     *     a network device; null when none
     * @param pid process it names; null when none
     * @param process name of that process; null when none
     * @param message what is said, control characters removed; may be empty
     */
    record Observed(
            KernelKind kind,
            @Nullable Integer code,
            @Nullable String pci,
            @Nullable String device,
            @Nullable Integer pid,
            @Nullable String process,
            String message)
            implements KernelFact {

        /** The driver that was loaded, where it says so. */
        Optional<DriverVersion> driver() {
            return kind == KernelKind.DRIVER_LOADED
                    ? DriverVersion.parse(message.substring(message.lastIndexOf(' ') + 1))
                    : Optional.empty();
        }

        /** Nothing but a kind, a device and a text. */
        static Observed of(KernelKind kind, @Nullable String pci, String message) {
            return new Observed(kind, null, pci, null, null, null, message);
        }
    }
}
