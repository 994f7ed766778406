package io.medevac.launcher.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.dcgm.DcgmPage;
import io.medevac.domain.detection.dcgm.DcgmRules;
import io.medevac.domain.detection.dcgm.ExporterWatch;
import io.medevac.domain.detection.dcgm.ExporterWatch.Look;
import io.medevac.domain.detection.dcgm.ExporterWatch.Moment;
import io.medevac.domain.detection.metric.MetricLine;
import io.medevac.domain.detection.metric.MetricLine.Sample;
import io.medevac.domain.fault.Fault;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyntheticExportersTest {
    private static final DcgmRules RULES =
            new DcgmRules(new SecondHand(FaultCatalogue.shipped()::classify));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** They do not fit on one address of the host. */
    private static final int NODES = 403;

    private static final int NODE = 42;
    private static final String NAME = name(NODE);

    private final ExporterPage page = new ExporterPage(SyntheticExportersTest::name);

    @Test
    void aPageHasEightGpusOfItsNodeInEachMetric() {
        List<Sample> samples =
                text(1).lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> (Sample) MetricLine.parse(line))
                        .toList();

        assertThat(samples)
                .hasSize(8 * 25)
                .extracting(sample -> sample.labels().get("UUID"))
                .allMatch(uuid -> uuid.startsWith("GPU-00000042-"))
                .satisfies(uuids -> assertThat(Set.copyOf(uuids)).hasSize(8));
        assertThat(samples)
                .extracting(sample -> sample.labels().get("Hostname"))
                .containsOnly(NAME);
    }

    @Test
    void thePageIsReadWholeAndHealthy() {
        DcgmPage read = DcgmPage.read(page.of(NODE, 1), NAME);

        assertThat(read.unreadable()).isZero();
        assertThat(read.homeless()).isZero();
        assertThat(read.hosts()).containsExactly(NAME);
        assertThat(look(ExporterWatch.begun(NAME, BEGIN), text(1), 0).observations()).isEmpty();
    }

    @Test
    void aChangedXidIsOneFaultOfItsGpuAndItsBoot() {
        ExporterWatch healthy = look(ExporterWatch.begun(NAME, BEGIN), text(1), 0).after();
        String broken = text(2).replaceAll("(DCGM_FI_DEV_XID_ERRORS\\{gpu=\"3\".*) 0\n", "$1 79\n");

        Look look = look(healthy, broken, 15);

        assertThat(look.observations())
                .singleElement()
                .satisfies(
                        told -> {
                            Fault fault = told.finding().fault();
                            assertThat(fault.code()).isEqualTo(79);
                            assertThat(fault.gpu().index()).isEqualTo(3);
                            assertThat(told.boot()).isEqualTo(new BootClaim.Named("boot"));
                        });
        assertThat(look(look.after(), broken, 30).observations()).isEmpty();
    }

    @Test
    void onlyTheEnergyDiffersAndThatIsEnoughToBeAlive() {
        ExporterWatch watch = ExporterWatch.begun(NAME, BEGIN);
        for (int scrape = 0; scrape < 20; scrape++) {
            Look look = look(watch, text(scrape), 15L * scrape);
            assertThat(look.observations()).isEmpty();
            watch = look.after();
        }
        assertThat(watch.blind()).isNull();
    }

    @Test
    void eachNodeHasItsPageOverHttpAndNoTwoAnswersAreAlike()
            throws IOException, InterruptedException {
        try (SyntheticExporters exporters = new SyntheticExporters(NODES, page);
                HttpClient http = HttpClient.newHttpClient()) {
            for (int node : List.of(0, 1, NODE, NODES - 2, NODES - 1)) {
                String first = get(http, exporters, node);
                assertThat(first).contains("Hostname=\"" + name(node) + "\"");
                assertThat(get(http, exporters, node)).hasSameSizeAs(first).isNotEqualTo(first);
            }
            assertThat(new PlainFetches(exporters::of, NODES).secondsPerPage()).isPositive();
        }
    }

    private static String get(HttpClient http, SyntheticExporters exporters, int node)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(exporters.of(node)).timeout(Duration.ofSeconds(10)).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static Look look(ExporterWatch watch, String text, long second) {
        Moment moment = new Moment(BEGIN.plusSeconds(second), "boot", false);
        DcgmPage read = DcgmPage.read(text.getBytes(US_ASCII), NAME);
        return watch.page(read, moment, PATIENCE, RULES);
    }

    private String text(long scrape) {
        return new String(page.of(NODE, scrape), US_ASCII);
    }

    private static String name(int node) {
        return "bench-%05d".formatted(node);
    }
}
