package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Trouble.Device;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which names mean the same GPU. A name begins with what it is: {@code i} index, {@code u} UUID,
 * {@code p} PCI address, {@code s} switch.
 */
final class Devices {
    private static final char INDEX = 'i';
    private static final char UUID = 'u';
    private static final char PCI = 'p';
    private static final char SWITCH = 's';
    private static final String SWITCH_NAME = "nvswitch";
    private static final Comparator<Device> ORDER =
            Comparator.comparing(
                            Device::index, Comparator.nullsLast(Comparator.<Integer>naturalOrder()))
                    .thenComparing(Device::name);

    private final List<Set<String>> devices = new ArrayList<>();

    /** Devices that have these sets of names: sets with a name in common are one device. */
    Devices(Collection<Set<String>> named) {
        for (Set<String> names : named) {
            if (!names.isEmpty()) {
                add(names);
            }
        }
    }

    /** What a finding names; the address of a NIC or a bridge is no GPU's. */
    static Set<String> names(Source source, Finding finding) {
        String device = finding.device();
        FaultScope scope = finding.fault().scope();
        if (device != null && device.startsWith(SWITCH_NAME)) {
            return Set.of(SWITCH + device);
        }
        return scope == FaultScope.NIC || scope == FaultScope.HOST || scope == FaultScope.SWITCH
                ? Set.of()
                : names(source, finding.fault().gpu());
    }

    /**
     * The names of a GPU. What the kernel log tells of an index is a guess from its first lines.
     */
    static Set<String> names(Source source, Gpu gpu) {
        Set<String> names = new TreeSet<>();
        if (gpu.index() != null && source != Source.KERNEL) {
            names.add(INDEX + gpu.index().toString());
        }
        if (gpu.uuid() != null) {
            names.add(UUID + gpu.uuid());
        }
        if (gpu.pci() != null) {
            names.add(PCI + gpu.pci());
        }
        return Collections.unmodifiableSet(names);
    }

    /** All names of the device that these are of; the same when nothing more is known. */
    Set<String> all(Set<String> names) {
        return devices.stream()
                .filter(device -> !Collections.disjoint(device, names))
                .findFirst()
                .orElse(names);
    }

    /** Whether both name a device and it is not the same: they have a kind of name in common. */
    boolean differ(Set<String> one, Set<String> other) {
        Set<String> first = all(one);
        Set<String> second = all(other);
        return Collections.disjoint(first, second)
                && first.stream()
                        .anyMatch(
                                name ->
                                        second.stream()
                                                .anyMatch(its -> its.charAt(0) == name.charAt(0)));
    }

    /** How the devices of these names are shown, each once. */
    List<Device> shown(Collection<Set<String>> named) {
        return named.stream()
                .filter(names -> !names.isEmpty())
                .map(this::all)
                .distinct()
                .map(Devices::shown)
                .sorted(ORDER)
                .toList();
    }

    private static Device shown(Set<String> names) {
        String index = null;
        String best = "";
        for (String name : names) {
            if (name.charAt(0) == INDEX) {
                index = index == null ? name.substring(1) : index;
            } else if (best.isEmpty() || rank(name) < rank(best)) {
                best = name;
            }
        }
        return new Device(
                index == null ? null : Integer.valueOf(index),
                best.isEmpty() ? String.valueOf(index) : best.substring(1));
    }

    private static int rank(String name) {
        return switch (name.charAt(0)) {
            case SWITCH -> 0;
            case UUID -> 1;
            default -> 2;
        };
    }

    private void add(Set<String> names) {
        Set<String> device = new TreeSet<>(names);
        devices.removeIf(
                known -> {
                    boolean same = !Collections.disjoint(known, names);
                    if (same) {
                        device.addAll(known);
                    }
                    return same;
                });
        devices.add(device);
    }
}
