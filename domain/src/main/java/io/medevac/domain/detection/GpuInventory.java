package io.medevac.domain.detection;

import io.medevac.domain.fault.Gpu;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs of a machine as its kernel named them in this boot.
 *
 * @param enabled addresses of the GPUs that the driver took hold of, in PCI order
 * @param uuids UUID by address, as far as the driver has given them
 */
public record GpuInventory(List<String> enabled, Map<String, String> uuids) {

    /** Nothing known yet. */
    public static final GpuInventory EMPTY = new GpuInventory(List.of(), Map.of());

    /** Keeps copies. */
    public GpuInventory {
        enabled = List.copyOf(enabled);
        uuids = Map.copyOf(uuids);
    }

    /** With this GPU too. */
    public GpuInventory withEnabled(String pci) {
        return enabled.contains(pci)
                ? this
                : new GpuInventory(
                        Stream.concat(enabled.stream(), Stream.of(pci)).sorted().toList(), uuids);
    }

    /** With the UUID of the GPU at this address. */
    public GpuInventory withUuid(String pci, String uuid) {
        SortedMap<String, String> more = new TreeMap<>(uuids);
        more.put(pci, uuid);
        return new GpuInventory(enabled, more);
    }

    /**
     * The GPU at this address. Its index is its place in PCI order, as nvidia-smi counts; unknown
     * unless the kernel said that the driver took hold of this GPU, because UUID lines alone may
     * come from some GPUs only.
     */
    public Gpu gpuAt(@Nullable String pci) {
        if (pci == null) {
            return Gpu.UNKNOWN;
        }
        int index = enabled.indexOf(pci);
        return new Gpu(index < 0 ? null : index, pci, uuids.get(pci));
    }
}
