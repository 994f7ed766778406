package io.medevac.detector.adapter.dcgm;

import io.medevac.detector.adapter.dcgm.Exporter.Means;
import io.medevac.detector.adapter.dcgm.Exporter.Pending;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.application.Taken;
import io.medevac.detector.config.DcgmConfig;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.dcgm.DcgmPage;
import io.medevac.domain.detection.dcgm.DcgmRules;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Scrapes exporters, each once an interval. All that is known of them belongs to one event loop;
 * what waits for the database is done elsewhere and comes back to it.
 */
final class DcgmScraper {
    private static final Logger LOG = Logger.getLogger(DcgmScraper.class);
    private static final int STORES_AT_ONCE = 8;
    private static final int LOADED_AT_ONCE = 500;

    private final Vertx vertx;
    private final Context loop;
    private final DcgmConfig config;
    private final DetectionStore store;
    private final TakeInReport takeIn;
    private final NodeDirectory directory;
    private final DcgmRules rules;
    private final ScrapeCounters counters;
    private final InstantSource clock;
    private final PageClient client;
    private final Rounds rounds;
    private final Lane answering;
    private final Lane failing;
    private final ExecutorService database = Executors.newFixedThreadPool(STORES_AT_ONCE);
    private volatile int targets;
    private volatile int blind;
    private boolean stopped;

    /** What the scraper works with. */
    record Parts(
            Vertx vertx,
            DcgmConfig config,
            DetectionStore store,
            TakeInReport takeIn,
            NodeDirectory directory,
            DcgmRules rules,
            ScrapeCounters counters,
            InstantSource clock) {}

    DcgmScraper(Parts parts) {
        this.vertx = parts.vertx();
        this.loop = vertx.getOrCreateContext();
        this.config = parts.config();
        this.store = parts.store();
        this.takeIn = parts.takeIn();
        this.directory = parts.directory();
        this.rules = parts.rules();
        this.counters = parts.counters();
        this.clock = parts.clock();
        this.client = new PageClient(vertx, config);
        this.rounds = new Rounds(config.interval());
        this.answering = new Lane(config.scrapesAtOnce());
        this.failing = new Lane(config.scrapesAtOnce() / 2);
    }

    void start() {
        long begin = System.nanoTime();
        loop.runOnContext(
                v ->
                        vertx.setPeriodic(
                                Rounds.SLOT.toMillis(),
                                id -> {
                                    if (stopped) {
                                        vertx.cancelTimer(id);
                                        return;
                                    }
                                    rounds.due(
                                            Duration.ofNanos(System.nanoTime() - begin), this::due);
                                    run();
                                }));
    }

    void stop() {
        loop.runOnContext(v -> stopped = true);
        database.shutdown();
        client.close();
    }

    int targets() {
        return targets;
    }

    int blind() {
        return blind;
    }

    /** Scrapes these from now on, and no others. */
    void scrape(Collection<Target> wanted) {
        Map<String, Target> byKey = new LinkedHashMap<>();
        wanted.forEach(target -> byKey.put(target.key(), target));
        loop.runOnContext(v -> follow(byKey));
    }

    private void follow(Map<String, Target> wanted) {
        for (Exporter exporter : List.copyOf(rounds.exporters().values())) {
            if (!wanted.containsKey(exporter.key())) {
                rounds.remove(exporter);
            }
        }
        wanted.forEach(
                (key, target) -> {
                    Exporter known = rounds.exporters().get(key);
                    if (known == null) {
                        rounds.add(new Exporter(target));
                    } else {
                        known.moved(target);
                    }
                });
        targets = rounds.exporters().size();
        blind = rounds.exporters().values().stream().mapToInt(Exporter::blind).sum();
        load();
    }

    /** Reads what is stored of the nodes that are new here. */
    private void load() {
        Map<String, Exporter> unknown = new LinkedHashMap<>();
        for (Exporter exporter : rounds.exporters().values()) {
            if (!exporter.isLoaded() && !exporter.isBusy() && unknown.size() < LOADED_AT_ONCE) {
                exporter.busy(true);
                unknown.put(exporter.key(), exporter);
            }
        }
        if (unknown.isEmpty()) {
            return;
        }
        onDatabase(
                unknown.values(),
                () -> statesOf(unknown.keySet()),
                states -> {
                    unknown.forEach(
                            (key, exporter) -> {
                                exporter.busy(false);
                                String node = exporter.target().node();
                                if (states.isPresent() && node != null) {
                                    exporter.load(
                                            node,
                                            Optional.ofNullable(states.get().get(key)),
                                            clock.instant());
                                }
                            });
                    if (states.isPresent()) {
                        load();
                    }
                });
    }

    private Map<String, SourceState> statesOf(Set<String> keys) {
        return store.states(keys).stream()
                .collect(Collectors.toMap(SourceState::key, Function.identity()));
    }

    private void due(Exporter exporter) {
        if (exporter.isBusy()) {
            counters.late();
        } else if (exporter.isLoaded()) {
            exporter.busy(true);
            laneOf(exporter).add(exporter);
        }
    }

    private Lane laneOf(Exporter exporter) {
        return exporter.isFailing() ? failing : answering;
    }

    private void run() {
        answering.run(exporter -> ask(exporter, answering));
        failing.run(exporter -> ask(exporter, failing));
    }

    private void ask(Exporter exporter, Lane lane) {
        if (!exporter.pending().isEmpty()) {
            lane.done();
            storePending(exporter);
            return;
        }
        long begin = System.nanoTime();
        pageOf(exporter)
                .onComplete(
                        answer -> {
                            lane.done();
                            Duration took = Duration.ofNanos(System.nanoTime() - begin);
                            attempt(
                                    List.of(exporter),
                                    () -> {
                                        if (answer.succeeded()) {
                                            read(exporter, answer.result(), took);
                                        } else {
                                            missed(exporter, answer.cause(), took);
                                        }
                                    });
                            run();
                        });
    }

    private Future<Buffer> pageOf(Exporter exporter) {
        try {
            return client.get(exporter.target().url());
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    /** Whatever fails is a scrape that failed, and the next one is made. */
    private void attempt(Collection<Exporter> exporters, Runnable work) {
        try {
            work.run();
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            List.copyOf(exporters).forEach(exporter -> unusable(exporter, e));
        }
    }

    private void unusable(Exporter exporter, Throwable failure) {
        exporter.busy(false);
        LOG.warnf(
                failure,
                "a scrape failed here, the next one is made: target=%s url=%s",
                exporter.key(),
                exporter.target().url());
        try {
            counters.failed(Trouble.UNUSABLE.name(), Duration.ZERO);
            if (exporter.pending().isEmpty()) {
                exporter.noPage(Trouble.UNUSABLE, means());
            }
        } catch (RuntimeException e) {
            LOG.debugf(e, "nor can it be judged as none: target=%s", exporter.key());
        }
    }

    private void read(Exporter exporter, Buffer body, Duration took) {
        DcgmPage page = DcgmPage.read(body.getBytes(), exporter.target().node());
        counters.scraped(body.length(), took);
        counters.unreadable(page.unreadable());
        counters.homeless(page.homeless());
        if (page.series() == 0) {
            missed(exporter, new ScrapeFailure(Trouble.NO_SERIES, ""), took);
            return;
        }
        counters.homeless(page.nodes().size() - exporter.nodesOf(page).size());
        Set<String> missing = exporter.missing(page);
        if (missing.isEmpty()) {
            judge(exporter, page);
            return;
        }
        onDatabase(
                List.of(exporter),
                () -> statesOf(missing),
                states -> {
                    if (states.isEmpty()) {
                        exporter.busy(false);
                        return;
                    }
                    for (String node : exporter.nodesOf(page)) {
                        String key = exporter.target().keyOf(node);
                        if (missing.contains(key)) {
                            exporter.load(
                                    node,
                                    Optional.ofNullable(states.get().get(key)),
                                    clock.instant());
                        }
                    }
                    judge(exporter, page);
                });
    }

    private void judge(Exporter exporter, DcgmPage page) {
        Optional<String> foreign =
                page.hosts().stream().filter(exporter.target()::isForeign).findFirst();
        foreign.ifPresent(host -> warnOfForeign(exporter, host));
        exporter.page(page, foreign.isPresent(), means());
        storePending(exporter);
    }

    private void warnOfForeign(Exporter exporter, String host) {
        counters.foreign();
        if (exporter.warnsFirst()) {
            LOG.warnf(
                    "page of another machine: target=%s url=%s names %s: its faults are reported,"
                            + " nothing is repaired; correct the target, or the exporter's"
                            + " NODE_NAME",
                    exporter.key(), exporter.target().url(), host);
        }
    }

    private void missed(Exporter exporter, Throwable failure, Duration took) {
        Trouble trouble = failure instanceof ScrapeFailure known ? known.trouble() : Trouble.BROKEN;
        counters.failed(trouble.name(), took);
        LOG.debugf("no page: target=%s %s", exporter.key(), failure.getMessage());
        exporter.noPage(trouble, means());
        storePending(exporter);
    }

    private Means means() {
        return new Means(directory, rules, config.blindAfter(), clock.instant());
    }

    private void storePending(Exporter exporter) {
        List<Pending> pending = exporter.pending();
        if (pending.isEmpty()) {
            exporter.busy(false);
            return;
        }
        onDatabase(
                List.of(exporter),
                () -> {
                    List<Taken> taken = new ArrayList<>();
                    for (Pending each : pending) {
                        taken.add(takeIn.on(each.report()));
                    }
                    return taken;
                },
                taken -> {
                    exporter.busy(false);
                    taken.ifPresentOrElse(each -> stored(exporter, pending, each), exporter::kept);
                });
    }

    private void stored(Exporter exporter, List<Pending> pending, List<Taken> taken) {
        for (int i = 0; i < taken.size(); i++) {
            switch (taken.get(i)) {
                case STORED, NOTHING_SAID -> exporter.stored(pending.get(i), clock.instant());
                case SUPERSEDED -> exporter.superseded(pending.get(i));
            }
        }
    }

    /** Does what may block, and goes on with its result; empty when it failed. */
    private <T> void onDatabase(
            Collection<Exporter> exporters, Supplier<T> work, Consumer<Optional<T>> then) {
        try {
            database.execute(
                    () -> {
                        Optional<T> result;
                        try {
                            result = Optional.of(work.get());
                        } catch (VirtualMachineError e) {
                            throw e;
                        } catch (Throwable e) {
                            LOG.warnf("scrapes wait, nothing is lost: %s", e.getMessage());
                            result = Optional.empty();
                        }
                        Optional<T> done = result;
                        loop.runOnContext(v -> attempt(exporters, () -> then.accept(done)));
                    });
        } catch (RejectedExecutionException stopping) {
            LOG.debug("the scraper stops");
        }
    }
}
