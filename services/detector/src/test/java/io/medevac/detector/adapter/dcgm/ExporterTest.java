package io.medevac.detector.adapter.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.dcgm.DcgmPage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExporterTest {
    private static final URI URL = URI.create("http://exporter.example:9400/metrics");

    @Test
    void namesThatChangeAtEachScrapeTakeBoundedMemory() {
        Exporter exporter = new Exporter(new Target(URL, null, Set.of()));
        for (int i = 0; i < Exporter.MOST_NODES + 500; i++) {
            DcgmPage page = page("gpu-" + i);
            for (String node : exporter.nodesOf(page)) {
                exporter.load(node, Optional.empty(), Instant.EPOCH);
            }
        }

        assertThat(exporter.known()).isEqualTo(Exporter.MOST_NODES);
        assertThat(exporter.missing(page("gpu-0"))).hasSize(1);
        assertThat(exporter.missing(page("gpu-" + (Exporter.MOST_NODES + 499)))).isEmpty();
    }

    @Test
    void whatCanBeNoNodesNameIsNone() {
        Exporter exporter = new Exporter(new Target(URL, null, Set.of()));

        assertThat(exporter.nodesOf(page("GPU 1"))).isEmpty();
        assertThat(exporter.nodesOf(page("../etc"))).isEmpty();
        assertThat(exporter.nodesOf(page("gpu-1.example"))).containsExactly("gpu-1.example");
    }

    private static DcgmPage page(String host) {
        return DcgmPage.read(ExporterPages.page(host, 0).getBytes(StandardCharsets.UTF_8), null);
    }
}
