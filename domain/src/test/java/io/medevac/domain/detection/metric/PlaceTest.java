package io.medevac.domain.detection.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.Gpu;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceTest {
    @ParameterizedTest
    @CsvSource({
        "Hostname, node-1, node-1",
        "hostname, node-1, node-1",
        "kubernetes_node, n1, n1",
        "node, n1, n1",
        "instance, n1:9204, n1",
        "instance, 192.0.2.17:9400,",
        "instance, [2001:db8::1]:9400,",
        "Hostname, dcgm-exporter-8cqdc,",
        "Hostname, nvidia-dcgm-exporter-x7k2p,",
        "somewhere, n1,"
    })
    void knowsTheNode(String label, String value, String node) {
        assertThat(Place.of(Map.of(label, value)).node()).isEqualTo(node);
    }

    @Test
    void believesTheMetricAndNotTheScrape() {
        assertThat(Place.of(Map.of("exported_node", "a12", "node", "exporter")).node())
                .isEqualTo("a12");
    }

    @Test
    void knowsTheGpuInAllSpellings() {
        Gpu gpu = new Gpu(2, "0000:9b:00", "GPU-1");

        assertThat(Place.of(Map.of("gpu", "2", "UUID", "GPU-1", "pci_bus_id", "00000000:9B:00.0")))
                .isEqualTo(new Place(null, gpu, null, null));
        assertThat(
                        Place.of(
                                Map.of(
                                        "device",
                                        "nvidia2",
                                        "gpu_uuid",
                                        "GPU-1",
                                        "pci_bus_id",
                                        "0000:9b:00.0",
                                        "nvlink",
                                        "3")))
                .isEqualTo(new Place(null, gpu, null, 3));
        assertThat(Place.of(Map.of("gpu", "GPU-1")))
                .isEqualTo(new Place(null, new Gpu(null, null, "GPU-1"), null, null));
        for (String name : new String[] {"1", "nvswitch1"}) {
            assertThat(Place.of(Map.of("nvswitch", name)))
                    .isEqualTo(new Place(null, Gpu.UNKNOWN, "nvswitch1", null));
        }
    }

    @Test
    void believesNoStrangeValues() {
        assertThat(Place.of(Map.of("gpu", "-2", "UUID", "MIG-1", "pci_bus_id", "x", "nvlink", "")))
                .isEqualTo(new Place(null, Gpu.UNKNOWN, null, null));
    }
}
