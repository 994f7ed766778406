package io.medevac.detector.adapter.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.adapter.dcgm.DcgmScraper.Parts;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.config.DcgmConfig;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.dcgm.DcgmRules;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Scrapers against exporters over HTTP; the store is the one in memory. */
class DcgmScraperIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String NODE = "gpu-1";

    private final ExporterPages pages = new ExporterPages();
    private final Vertx vertx = Vertx.vertx();
    private final InMemoryDetectionStore store = new InMemoryDetectionStore();
    private final List<DcgmScraper> running = new ArrayList<>();
    private final Map<DcgmScraper, Target> targets = new ConcurrentHashMap<>();
    private final Counted counted = new Counted();

    @AfterEach
    void end() {
        running.forEach(DcgmScraper::stop);
        pages.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void anEdgeIsToldOnceAndNotAfterARestartOfTheExporter() {
        show(0);
        start(ours());
        looked();

        show(79);
        await(1);
        show(0);
        looked();
        show(79);
        looked();

        assertThat(told()).containsExactly("XID 79 boot-1");
    }

    @Test
    void whatWasThereAtFirstSightBelongsToNoBoot() {
        show(79);
        start(ours());

        await(1);

        assertThat(told()).containsExactly("XID 79 null");
    }

    @Test
    void aRestartOfTheDetectorRepeatsNothingAndLosesNothing() {
        show(0);
        DcgmScraper first = start(ours());
        looked();
        show(79);
        await(1);
        first.stop();

        start(ours());
        looked();
        assertThat(told()).containsExactly("XID 79 boot-1");
        running.getLast().stop();
        show(48);
        start(ours());
        await(2);

        assertThat(told()).containsExactly("XID 79 boot-1", "XID 48 boot-1");
    }

    @Test
    void anEdgeThatCouldNotBeStoredIsNotLost() {
        show(0);
        start(ours());
        looked();

        store.down(true);
        show(79);
        Awaitility.await().atMost(SOON).until(() -> pages.asked(NODE) > 0);
        show(0);
        store.down(false);
        await(1);

        assertThat(told()).containsExactly("XID 79 boot-1");
    }

    @Test
    void twoReplicasOnOneExporterTellAnEdgeOnce() {
        show(0);
        start(ours());
        start(ours());
        looked();

        show(79);
        await(1);
        looked();
        show(48);
        await(2);
        looked();

        assertThat(told()).containsExactly("XID 79 boot-1", "XID 48 boot-1");
    }

    @Test
    void anExporterThatDoesNotAnswerIsBlindUntilItDoes() {
        show(0);
        DcgmScraper scraper = start(ours());
        looked();

        pages.silence(NODE);
        await(1);
        Awaitility.await().atMost(SOON).until(() -> asks(scraper).blind() == 1);
        show(0);
        Awaitility.await().atMost(SOON).until(() -> asks(scraper).blind() == 0);
        show(79);
        await(2);

        assertThat(told()).containsExactly("BLIND null boot-1", "XID 79 boot-1");
        assertThat(counted.failed).containsKey("TIMEOUT");
    }

    @Test
    void aPageWithoutDcgmIsBlind() {
        pages.show(NODE, "<html>404</html>");
        start(ours());

        await(1);

        assertThat(told()).containsExactly("BLIND null boot-1");
        assertThat(counted.failed).containsKey("NO_SERIES");
    }

    @Test
    void aFrozenPageIsBlind() {
        pages.show(NODE, ExporterPages.page(NODE, 0) + ExporterPages.energy(7));
        start(ours());

        await(1);

        assertThat(told()).containsExactly("BLIND null boot-1");
    }

    @Test
    void aPageThatIsTooLongIsNotRead() {
        pages.show(NODE, ExporterPages.page(NODE, 79) + " ".repeat(2_000_000));
        start(ours());

        await(1);

        assertThat(told()).containsExactly("BLIND null boot-1");
        assertThat(counted.failed).containsKey("TOO_LONG");
    }

    @Test
    void aPageOfAnotherMachineIsReportedWithoutABoot() {
        show(0);
        start(ours());
        looked();

        pages.show(NODE, ExporterPages.page("gpu-2", 79));
        await(1);

        assertThat(told()).containsExactly("XID 79 null");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(counted.foreign).hasPositiveValue());
    }

    @Test
    void anAggregatorsPageIsOfTheNodesThatItNames() {
        pages.show("all", ExporterPages.page("gpu-1", 0) + ExporterPages.page("gpu-2", 0));
        start(new Target(pages.of("all"), null, Set.of()));
        looked("all");

        pages.show("all", ExporterPages.page("gpu-1", 0) + ExporterPages.page("gpu-2", 79));
        await(1);

        assertThat(told()).containsExactly("XID 79 boot-1");
        assertThat(store.told().getFirst().signal().finding().node()).isEqualTo("gpu-2");
    }

    @Test
    void whatFailsHereIsAFailedScrapeAndTheNextOneIsMade() {
        show(0);
        start(ours());
        looked();

        counted.failures.add(new IllegalStateException("a defect"));
        counted.failures.add(new AssertionError("another"));
        show(79);
        Awaitility.await().atMost(SOON).until(() -> told().contains("XID 79 boot-1"));

        assertThat(counted.failures).isEmpty();
        assertThat(counted.failed).containsEntry("UNUSABLE", 2);
    }

    private Target ours() {
        return new Target(pages.of(NODE), NODE, Set.of());
    }

    private void show(int xid) {
        pages.show(NODE, ExporterPages.page(NODE, xid));
    }

    /** Waits until what is shown now has been looked at. */
    private void looked() {
        looked(NODE);
    }

    private void looked(String node) {
        int before = pages.asked(node);
        Awaitility.await()
                .atMost(SOON)
                .until(() -> pages.asked(node) >= before + 2 * running.size() + 1);
    }

    private void await(int faults) {
        Awaitility.await().atMost(SOON).until(() -> store.told().size() >= faults);
    }

    private List<String> told() {
        return store.told().stream()
                .map(
                        detected ->
                                detected.signal().finding().fault().kind()
                                        + " "
                                        + detected.signal().finding().fault().code()
                                        + " "
                                        + detected.machine().bootId())
                .toList();
    }

    private DcgmScraper start(Target target) {
        NodeDirectory directory =
                node ->
                        Optional.of(
                                new NodeSeen(
                                        "uid-" + node, "boot-1", Instant.EPOCH, Instant.EPOCH));
        FaultCatalogue catalogue = FaultCatalogue.shipped();
        InstantSource clock = InstantSource.system();
        DcgmScraper scraper =
                new DcgmScraper(
                        new Parts(
                                vertx,
                                config(),
                                store,
                                new TakeInReport(
                                        new Detection(() -> catalogue, SOON),
                                        store,
                                        directory,
                                        new DerivedIdentities(),
                                        new SilentMeasurements(),
                                        clock),
                                directory,
                                new DcgmRules(new SecondHand(catalogue::classify)),
                                counted,
                                clock));
        running.add(scraper);
        targets.put(scraper, target);
        scraper.scrape(List.of(target));
        scraper.start();
        return scraper;
    }

    /** As it is asked every few seconds. */
    private DcgmScraper asks(DcgmScraper scraper) {
        scraper.scrape(List.of(targets.get(scraper)));
        return scraper;
    }

    private static DcgmConfig config() {
        return DcgmConfigs.of(
                Map.of(
                        "interval",
                        "1s",
                        "timeout",
                        "500ms",
                        "max-page",
                        "1M",
                        "blind-after",
                        "2s"));
    }

    private static final class Counted implements ScrapeCounters {
        private final Map<String, Integer> failed = new ConcurrentHashMap<>();
        private final AtomicInteger foreign = new AtomicInteger();
        private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

        @Override
        public void scraped(int bytes, Duration took) {
            Throwable failure = failures.poll();
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException defect) {
                throw defect;
            }
        }

        @Override
        public void failed(String reason, Duration took) {
            failed.merge(reason, 1, Integer::sum);
        }

        @Override
        public void foreign() {
            foreign.incrementAndGet();
        }

        @Override
        public void unreadable(int lines) {}

        @Override
        public void homeless(int series) {}

        @Override
        public void late() {}
    }
}
