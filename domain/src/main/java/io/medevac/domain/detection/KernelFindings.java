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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of a kernel log into findings. Keeps what earlier records told of each node:
 * its GPUs and its driver; a new boot forgets it.
 */
public final class KernelFindings {
    private static final int MOST_NODES = 4096;
    private static final int MOST_GPUS = 256;
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
    private final @Nullable String node;
    private final @Nullable DriverVersion driver;
    private final Map<String, Told> told =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Told> eldest) {
                    return size() > MOST_NODES;
                }
            };

    /**
     * @param node the node of records that name none; null when not known
     * @param driver driver of nodes whose log did not show it; null when not known
     */
    public KernelFindings(
            FaultCatalogue catalogue, @Nullable String node, @Nullable DriverVersion driver) {
        this.catalogue = catalogue;
        this.node = node;
        this.driver = driver;
    }

    /** What the record means; empty for one that only other records make use of. */
    public Optional<Finding> find(KernelRecord said) {
        return switch (said.fact()) {
            case XidReported xid -> Optional.of(found(said, xid));
            case Observed observed -> Optional.of(found(said, observed));
            case Malformed malformed ->
                    Optional.of(plain(said, KernelKind.MALFORMED, malformed.pci(), ""));
            case Untrusted untrusted ->
                    Optional.of(plain(said, KernelKind.UNTRUSTED, untrusted.pci(), ""));
            case BootStarted boot -> {
                told.remove(key(said));
                yield Optional.of(plain(said, KernelKind.BOOT, null, said.text()));
            }
            case GpuIdentified gpu -> {
                learn(said, gpus(said).withUuid(gpu.pci(), gpu.uuid()));
                yield Optional.of(plain(said, KernelKind.GPU_IDENTITY, gpu.pci(), ""));
            }
            case GpuEnabled gpu -> {
                learn(said, gpus(said).withEnabled(gpu.pci()));
                yield Optional.empty();
            }
        };
    }

    private Finding found(KernelRecord said, XidReported xid) {
        Fault fault = catalogue.classify(xid, gpus(said).gpuAt(xid.pci()), driverOf(said));
        Integer link = LinkNumber.in(xid.message());
        return finding(said, fault, xid.pid(), xid.process(), link, null);
    }

    private Finding found(KernelRecord said, Observed observed) {
        String device = observed.device();
        boolean byUuid = device != null && device.startsWith(UUID);
        Gpu gpu =
                byUuid ? new Gpu(null, null, device) : gpuOf(said, observed.kind(), observed.pci());
        if (observed.kind() == KernelKind.DRIVER_LOADED) {
            String message = observed.message();
            learn(said, DriverVersion.parse(message.substring(message.lastIndexOf(' ') + 1)));
        }
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
            KernelRecord said, KernelKind kind, @Nullable String pci, String message) {
        Observed observed = Observed.of(kind, pci, message);
        return finding(
                said, catalogue.classify(observed, gpuOf(said, kind, pci)), null, null, null, null);
    }

    private Finding finding(
            KernelRecord said,
            Fault fault,
            @Nullable Integer pid,
            @Nullable String process,
            @Nullable Integer link,
            @Nullable String device) {
        return new Finding(
                fault,
                said.node() == null ? node : said.node(),
                pid,
                process,
                link,
                device,
                said.at());
    }

    private Gpu gpuOf(KernelRecord said, KernelKind kind, @Nullable String pci) {
        return OF_NVIDIA_GPUS.contains(kind) ? gpus(said).gpuAt(pci) : new Gpu(null, pci, null);
    }

    private GpuInventory gpus(KernelRecord said) {
        Told known = told.get(key(said));
        return known == null ? GpuInventory.EMPTY : known.gpus();
    }

    private @Nullable DriverVersion driverOf(KernelRecord said) {
        Told known = told.get(key(said));
        return known == null || known.driver() == null ? driver : known.driver();
    }

    private void learn(KernelRecord said, GpuInventory gpus) {
        if (gpus.enabled().size() + gpus.uuids().size() <= MOST_GPUS) {
            Told known = told.get(key(said));
            told.put(key(said), new Told(gpus, known == null ? null : known.driver()));
        }
    }

    private void learn(KernelRecord said, Optional<DriverVersion> version) {
        version.ifPresent(loaded -> told.put(key(said), new Told(gpus(said), loaded)));
    }

    private static String key(KernelRecord said) {
        return said.node() == null ? "" : said.node();
    }

    private record Told(GpuInventory gpus, @Nullable DriverVersion driver) {}
}
