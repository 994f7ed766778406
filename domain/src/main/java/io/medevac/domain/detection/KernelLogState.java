package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.BootStarted;
import io.medevac.domain.detection.KernelFact.GpuEnabled;
import io.medevac.domain.detection.KernelFact.GpuIdentified;
import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.xid.DriverVersion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the lines read so far tell about the boot that the log is in.
 *
 * @param boot the boot
 * @param boots how many beginnings of a boot were read; tells the segments of a log apart
 * @param inventory the GPUs of this boot
 * @param uptime the kernel's clock at the last line that gave it, in seconds; null when none did
 * @param driver the NVIDIA driver that was loaded; null when no line told
 * @param begun a report whose other lines are still to come; null when there is none
 */
public record KernelLogState(
        BootSegment boot,
        int boots,
        GpuInventory inventory,
        @Nullable Double uptime,
        @Nullable DriverVersion driver,
        @Nullable BegunReport begun) {

    /** Nothing read yet. */
    public static final KernelLogState EMPTY =
            new KernelLogState(BootSegment.FIRST, 0, GpuInventory.EMPTY, null, null, null);

    /**
     * Lines of several processors are printed a little out of order; a clock that goes back further
     * is another kernel's.
     */
    private static final double CLOCK_SLACK = 60.0;

    /**
     * After this line.
     *
     * @param readAt when it was written, else when it was read
     */
    KernelLogState after(KernelLine line, Instant readAt) {
        if (line.fact() instanceof KernelFact.Untrusted) {
            return this;
        }
        boolean begins = line.fact() instanceof BootStarted || clockWentBack(line);
        KernelLogState state = begins ? rebooted(line, readAt) : this;
        GpuInventory known =
                switch (line.fact()) {
                    case GpuEnabled enabled -> state.inventory.withEnabled(enabled.pci());
                    case GpuIdentified gpu -> state.inventory.withUuid(gpu.pci(), gpu.uuid());
                    case null, default -> state.inventory;
                };
        DriverVersion loaded =
                line.fact() instanceof Observed observed
                        ? observed.driver().orElse(state.driver)
                        : state.driver;
        Double clock = line.uptime() == null ? state.uptime : line.uptime();
        return new KernelLogState(state.boot, state.boots, known, clock, loaded, state.begun);
    }

    /** With the boot known, if Kubernetes shows it. */
    KernelLogState settled(@Nullable NodeSeen node) {
        return boot.bind(node, null)
                .map(machine -> in(new BootSegment.Known(machine)))
                .orElse(this);
    }

    /** In this boot. */
    KernelLogState in(BootSegment segment) {
        return new KernelLogState(segment, boots, inventory, uptime, driver, begun);
    }

    /** With a report whose other lines are to come; null for none. */
    KernelLogState with(@Nullable BegunReport report) {
        return new KernelLogState(boot, boots, inventory, uptime, driver, report);
    }

    private boolean clockWentBack(KernelLine line) {
        return uptime != null && line.uptime() != null && line.uptime() < uptime - CLOCK_SLACK;
    }

    private KernelLogState rebooted(KernelLine line, Instant readAt) {
        Instant since = line.stamp();
        if (since == null && boot.lastKnown() != null) {
            since = readAt;
        }
        return new KernelLogState(
                new BootSegment.Awaited(boot.lastKnown(), since),
                boots + 1,
                GpuInventory.EMPTY,
                null,
                null,
                null);
    }
}
