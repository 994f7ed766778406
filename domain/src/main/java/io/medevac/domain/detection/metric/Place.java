package io.medevac.domain.detection.metric;

import io.medevac.domain.detection.PciAddress;
import io.medevac.domain.detection.Text;
import io.medevac.domain.fault.Gpu;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The place that the labels of a series or an alert name. Label names moved from release to release
 * of the exporters and are changed by Prometheus; all known spellings are read.
 *
 * @param node the Kubernetes node; null when no label names one
 * @param gpu the GPU, as far as labels name it
 * @param device an NVSwitch ({@code nvswitch1}); null when the labels name none
 * @param link the NVLink; null when the labels name none
 */
public record Place(
        @Nullable String node, Gpu gpu, @Nullable String device, @Nullable Integer link) {
    private static final List<String> NODE =
            List.of(
                    // What a metric says of itself, where a label of the scrape took its name.
                    "exported_node",
                    "node",
                    "kubernetes_node",
                    "Hostname",
                    "hostname",
                    "node_name",
                    "nodename",
                    "kubernetes_io_hostname",
                    "exported_instance",
                    "instance");
    private static final List<String> INDEX = List.of("gpu", "gpu_id", "gpu_index", "exported_gpu");
    private static final List<String> UUID = List.of("UUID", "uuid", "gpu_uuid", "GPU_UUID");
    private static final List<String> PCI = List.of("pci_bus_id", "PCI_BUS_ID", "pci", "pci_addr");
    private static final String SWITCH = "nvswitch";
    private static final int LONGEST_NAME = 253;
    private static final int MOST_DIGITS = 4;

    /**
     * Reads labels. The name of an exporter's pod and the address of a scrape target are no nodes.
     */
    public static Place of(Map<String, String> labels) {
        return new Place(
                node(labels),
                new Gpu(index(labels), pci(labels), uuid(labels)),
                device(labels),
                number(labels.get("nvlink")));
    }

    /** Key of the GPU or switch on its node; empty when the labels name neither. */
    public String key() {
        if (device != null) {
            return device;
        }
        if (gpu.uuid() != null) {
            return gpu.uuid();
        }
        if (gpu.index() != null) {
            return "gpu" + gpu.index();
        }
        return gpu.pci() != null ? gpu.pci() : "";
    }

    /**
     * All hosts that labels name, the likeliest node first: which of them is a node, the cluster
     * knows.
     */
    public static List<String> hosts(Map<String, String> labels) {
        Set<String> hosts = new LinkedHashSet<>();
        for (String label : NODE) {
            String name = labels.get(label);
            if (name == null || name.isBlank()) {
                continue;
            }
            String host = label.endsWith("instance") ? withoutPort(name) : safe(name);
            if (!host.isEmpty() && !isPod(host, labels) && !isAddress(host)) {
                hosts.add(host);
            }
        }
        return List.copyOf(hosts);
    }

    private static @Nullable String node(Map<String, String> labels) {
        return hosts(labels).stream().findFirst().orElse(null);
    }

    private static String withoutPort(String target) {
        int colon = target.lastIndexOf(':');
        return safe(colon < 0 ? target : target.substring(0, colon));
    }

    private static boolean isPod(String host, Map<String, String> labels) {
        return host.contains("dcgm-exporter") || host.equals(labels.get("pod"));
    }

    private static boolean isAddress(String host) {
        return host.indexOf(':') >= 0
                || host.startsWith("[")
                || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }

    private static @Nullable Integer index(Map<String, String> labels) {
        for (String label : INDEX) {
            Integer index = number(labels.get(label));
            if (index != null) {
                return index;
            }
        }
        String device = labels.get("device");
        return device != null && device.startsWith("nvidia")
                ? number(device.substring("nvidia".length()))
                : null;
    }

    private static @Nullable String uuid(Map<String, String> labels) {
        for (List<String> names : List.of(UUID, INDEX)) {
            String gpu = first(labels, names);
            if (gpu != null && gpu.startsWith("GPU-")) {
                return safe(gpu);
            }
        }
        return null;
    }

    private static @Nullable String pci(Map<String, String> labels) {
        String address = first(labels, PCI);
        return address == null
                ? null
                : PciAddress.parse(address.strip()).map(PciAddress::toString).orElse(null);
    }

    private static @Nullable String device(Map<String, String> labels) {
        String label = labels.get(SWITCH);
        Integer number =
                number(
                        label != null && label.startsWith(SWITCH)
                                ? label.substring(SWITCH.length())
                                : label);
        return number == null ? null : SWITCH + number;
    }

    private static @Nullable String first(Map<String, String> labels, List<String> names) {
        for (String name : names) {
            String value = labels.get(name);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable Integer number(@Nullable String digits) {
        if (digits == null || digits.isEmpty() || digits.length() > MOST_DIGITS) {
            return null;
        }
        return digits.chars().allMatch(c -> c >= '0' && c <= '9') ? Integer.valueOf(digits) : null;
    }

    private static String safe(String name) {
        return Text.cut(Text.clean(name), LONGEST_NAME);
    }
}
