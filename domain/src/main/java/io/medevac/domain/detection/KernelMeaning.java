package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.BootStarted;
import io.medevac.domain.detection.KernelFact.GpuEnabled;
import io.medevac.domain.detection.KernelFact.GpuIdentified;
import io.medevac.domain.detection.KernelFact.Malformed;
import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.Untrusted;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.xid.DriverVersion;
import io.medevac.domain.detection.xid.LinkNumber;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.Gpu;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a record of a kernel log means, with what is known of the machine. */
final class KernelMeaning {
    private static final String UUID = "GPU-";

    /** Kinds whose address can be that of a GPU with an identity line. */
    private static final Set<KernelKind> OF_NVIDIA_GPUS =
            EnumSet.of(
                    KernelKind.GPU_LOST,
                    KernelKind.GPU_INIT_FAILED,
                    KernelKind.GPU_IDENTITY,
                    KernelKind.PCIE_AER,
                    KernelKind.CONTEXT);

    private final FaultCatalogue catalogue;

    KernelMeaning(FaultCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * The finding; empty for a record that only other records make use of.
     *
     * @param driver driver of the machine; null when not known
     */
    Optional<Finding> of(KernelRecord said, GpuInventory gpus, @Nullable DriverVersion driver) {
        return switch (said.fact()) {
            case XidReported xid -> Optional.of(found(said, xid, gpus, driver));
            case Observed observed -> Optional.of(found(said, observed, gpus));
            case Malformed malformed ->
                    Optional.of(plain(said, KernelKind.MALFORMED, malformed.pci(), "", gpus));
            case Untrusted untrusted ->
                    Optional.of(plain(said, KernelKind.UNTRUSTED, untrusted.pci(), "", gpus));
            case BootStarted boot ->
                    Optional.of(plain(said, KernelKind.BOOT, null, said.text(), gpus));
            case GpuIdentified gpu ->
                    Optional.of(plain(said, KernelKind.GPU_IDENTITY, gpu.pci(), "", gpus));
            case GpuEnabled gpu -> Optional.empty();
        };
    }

    private Finding found(
            KernelRecord said, XidReported xid, GpuInventory gpus, @Nullable DriverVersion driver) {
        Fault fault = catalogue.classify(xid, gpus.gpuAt(xid.pci()), driver);
        Integer link = LinkNumber.in(xid.message());
        return finding(said, fault, xid.pid(), xid.process(), link, null);
    }

    private Finding found(KernelRecord said, Observed observed, GpuInventory gpus) {
        String device = observed.device();
        boolean byUuid = device != null && device.startsWith(UUID);
        Gpu gpu =
                byUuid ? new Gpu(null, null, device) : gpuOf(observed.kind(), observed.pci(), gpus);
        boolean named = observed.kind() == KernelKind.SXID;
        return finding(
                said,
                catalogue.classify(observed, gpu),
                observed.pid(),
                observed.process(),
                named ? LinkNumber.in(observed.message()) : null,
                byUuid ? null : device);
    }

    private Finding plain(
            KernelRecord said,
            KernelKind kind,
            @Nullable String pci,
            String message,
            GpuInventory gpus) {
        Observed observed = Observed.of(kind, pci, message);
        return finding(
                said, catalogue.classify(observed, gpuOf(kind, pci, gpus)), null, null, null, null);
    }

    private static Finding finding(
            KernelRecord said,
            Fault fault,
            @Nullable Integer pid,
            @Nullable String process,
            @Nullable Integer link,
            @Nullable String device) {
        return new Finding(fault, said.node(), pid, process, link, device, said.at());
    }

    private static Gpu gpuOf(KernelKind kind, @Nullable String pci, GpuInventory gpus) {
        return OF_NVIDIA_GPUS.contains(kind) ? gpus.gpuAt(pci) : new Gpu(null, pci, null);
    }
}
