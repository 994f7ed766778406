package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.DetectorStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Exporters of all nodes, eight GPUs each, scraped every 15 s: whether each is scraped in each
 * interval, and what that costs the detector in processor time and memory. The floor is a plain
 * client that fetches the same pages and throws them away.
 */
final class ScrapeSection {
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final Duration MEASURED = INTERVAL.multipliedBy(3);
    private static final Duration SETTLES = Duration.ofSeconds(5);
    private static final Duration ALL_SEEN_WITHIN = Duration.ofMinutes(1);
    private static final double GOAL_CORES = 2;

    /** A turn at the end of what is measured may fall on either side of it. */
    private static final double OF_WANTED = 0.99;

    private static final String TARGETS = "medevac_detector_dcgm_targets";
    private static final String LATE = "medevac_detector_dcgm_late_total";
    private static final String SCRAPES = "medevac_detector_dcgm_scrape_seconds_count";
    private static final String PAGES = SCRAPES + "{result=\"page\"}";

    private final DetectorStack stack;
    private final Home home;
    private final NodeObjects nodes;
    private final Consumer<String> out;

    ScrapeSection(DetectorStack stack, Home home, NodeObjects nodes, Consumer<String> out) {
        this.stack = stack;
        this.home = home;
        this.nodes = nodes;
        this.out = out;
    }

    /**
     * What the detector has done and used since its start.
     *
     * @param at {@link System#nanoTime}
     * @param cpu processor time in seconds
     */
    private record Account(long at, double cpu, Meters.Reading meters) {}

    List<Figure> measure() throws InterruptedException {
        out.accept("scrapes: the detector without exporters …");
        stack.restartDetector(Map.of());
        Wait.pause(SETTLES);
        long without = ProcessCpu.residentKiB(stack.detectorPid());
        ExporterPage page = new ExporterPage(nodes::name);
        Path targets = home.root().resolve("exporters.properties");
        try (SyntheticExporters exporters = new SyntheticExporters(nodes.number(), page);
                Meters meters = new Meters(stack)) {
            write(targets, exporters);
            out.accept("scrapes: the detector with %,d exporters …".formatted(nodes.number()));
            stack.restartDetector(keys(targets));
            Wait.until(
                    "each exporter is scraped once",
                    ALL_SEEN_WITHIN,
                    () -> meters.read().sum(PAGES) >= nodes.number());
            Wait.pause(INTERVAL);
            out.accept("scrapes: %d seconds …".formatted(MEASURED.toSeconds()));
            Account begin = account(meters);
            Wait.pause(MEASURED);
            Account end = account(meters);
            long with = ProcessCpu.residentKiB(stack.detectorPid());
            stack.restartDetector(Map.of());
            out.accept("scrapes: the plain client …");
            double floor = new PlainFetches(exporters::of, nodes.number()).secondsPerPage();
            return figures(begin, end, page.length(), floor, without, with);
        } finally {
            delete(targets);
        }
    }

    private Account account(Meters meters) throws InterruptedException {
        Meters.Reading reading = meters.read();
        return new Account(System.nanoTime(), ProcessCpu.seconds(stack.detectorPid()), reading);
    }

    private List<Figure> figures(
            Account begin, Account end, int pageBytes, double floor, long without, long with) {
        double seconds = (end.at() - begin.at()) / 1e9;
        double intervals = seconds / INTERVAL.toSeconds();
        double cpu = end.cpu() - begin.cpu();
        double pages = rise(PAGES, begin, end);
        double failed = rise(SCRAPES, begin, end) - pages;
        double perPage = cpu / Math.max(1, pages);
        double cores = cpu / seconds;
        return List.of(
                Figure.fact(
                        "pages scraped per interval of 15 s, of %,d nodes, %d KiB each"
                                .formatted(nodes.number(), pageBytes >> 10),
                        number("%,.0f", pages / intervals),
                        "%,d, 1 %% at most off".formatted(nodes.number()),
                        end.meters().sum(TARGETS) == nodes.number()
                                && pages >= nodes.number() * intervals * OF_WANTED),
                Figure.fact(
                        "turns late, scrapes without a page, in %.0f s".formatted(seconds),
                        number("%,.0f, ", rise(LATE, begin, end)) + number("%,.0f", failed),
                        "none",
                        rise(LATE, begin, end) == 0 && failed == 0),
                Figure.fact(
                        "processor that the detector uses meanwhile",
                        number("%.2f cores", cores),
                        number("%.0f cores", GOAL_CORES),
                        cores <= GOAL_CORES),
                new Figure(
                        "the same a page",
                        number("%.3f ms", 1e3 * perPage),
                        number("%.3f ms plain HTTP client", 1e3 * floor),
                        perPage / floor,
                        "",
                        true),
                Figure.fact(
                        "memory without exporters, with them, more a node",
                        "%d MiB, %d MiB, ".formatted(without >> 10, with >> 10)
                                + number("%.1f KiB", (double) (with - without) / nodes.number()),
                        "",
                        true));
    }

    private static double rise(String series, Account begin, Account end) {
        return end.meters().sum(series) - begin.meters().sum(series);
    }

    private static Map<String, String> keys(Path targets) {
        return Map.of(
                "quarkus.config.locations",
                targets.toString(),
                "medevac.detector.dcgm.interval",
                INTERVAL.toSeconds() + "s");
    }

    /** In a file: too long for a command line. */
    private void write(Path file, SyntheticExporters exporters) {
        String targets =
                IntStream.range(0, nodes.number())
                        .mapToObj(node -> nodes.name(node) + "=" + exporters.of(node))
                        .collect(Collectors.joining(","));
        try {
            Files.writeString(file, "medevac.detector.dcgm.targets=" + targets + "\n");
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be removed: " + e.getMessage(), e);
        }
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
