package io.medevac.domain.detection.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.metric.MetricLine.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScrapeTest {

    @Test
    void seriesWhoseLabelsAreAlikeAreOfOnePage() {
        Scrape page = new Scrape(null);
        for (int i = 0; i < Scrape.MOST_SERIES; i++) {
            Sample sample =
                    new Sample(
                            "DCGM_FI_DEV_XID_ERRORS",
                            Map.of("UUID", "GPU-" + i, "hostname", "node-" + i, "gpu", "" + i % 8),
                            0,
                            null);

            assertThat(page.add(sample, i)).isTrue();
        }
    }

    @Test
    void aSeriesComesOnceAPageWhateverItsVolatileLabelsSay() {
        Scrape page = new Scrape(null);

        assertThat(page.add(xid("0", "No Error"), 1)).isTrue();
        assertThat(page.add(xid("79", "GPU has fallen off the bus"), 2)).isFalse();
    }

    private static Sample xid(String code, String text) {
        return new Sample(
                "DCGM_FI_DEV_XID_ERRORS",
                Map.of("gpu", "2", "err_code", code, "err_msg", text),
                Integer.parseInt(code),
                null);
    }
}
