package io.medevac.detector.adapter.dcgm;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.medevac.detector.adapter.dcgm.DcgmScraper.Parts;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.config.DcgmConfig;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.detector.port.Replicas;
import io.medevac.detector.port.Rules;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.dcgm.DcgmRules;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Starts to scrape, and goes on with those targets that are this replica's. A replica that cannot
 * say that it is alive leaves its targets to the others.
 */
@ApplicationScoped
public class DcgmIntake {
    private static final Logger LOG = Logger.getLogger(DcgmIntake.class);
    private static final Duration SHARE_AGAIN = Duration.ofSeconds(5);

    /** Then the others count this replica as dead. */
    private static final Duration SHARE_LASTS = Duration.ofSeconds(20);

    private final DcgmConfig config;
    private final Replicas replicas;
    private final Parts parts;
    private final ExporterPods pods;
    private final String self = UUID.randomUUID().toString();
    private final ScheduledExecutorService shares = Executors.newSingleThreadScheduledExecutor();
    private List<Target> listed = List.of();
    private long sharedAt;
    private @Nullable ScheduledFuture<?> sharing;
    private volatile @Nullable DcgmScraper scraper;

    DcgmIntake(
            Vertx vertx,
            DcgmConfig config,
            DetectionStore store,
            TakeInReport takeIn,
            NodeDirectory directory,
            ScrapeCounters counters,
            Replicas replicas,
            KubernetesClient client,
            Rules rules,
            InstantSource clock) {
        this.config = config;
        this.pods = new ExporterPods(client, config);
        this.replicas = replicas;
        this.parts =
                new Parts(
                        vertx,
                        config,
                        store,
                        takeIn,
                        directory,
                        new DcgmRules(
                                new SecondHand((xid, gpu) -> rules.catalogue().classify(xid, gpu))),
                        counters,
                        clock);
    }

    void onStart(@Observes StartupEvent event) {
        listed = DcgmTargets.listed(config);
        if (listed.isEmpty() && !config.discover()) {
            return;
        }
        if (config.discover()) {
            pods.start();
        }
        DcgmScraper started = new DcgmScraper(parts);
        started.start();
        scraper = started;
        sharing =
                shares.scheduleWithFixedDelay(
                        () -> share(started), 0, SHARE_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    void onStop(@Observes ShutdownEvent event) {
        ScheduledFuture<?> ending = sharing;
        if (ending != null) {
            ending.cancel(true);
        }
        shares.shutdownNow();
        pods.stop();
        DcgmScraper started = scraper;
        if (started != null) {
            started.stop();
            leave();
        }
    }

    /** Pages that this replica scrapes. */
    public int targets() {
        DcgmScraper started = scraper;
        return started == null ? 0 : started.targets();
    }

    /** Nodes, among those of this replica, of which nothing new can be learnt. */
    public int blind() {
        DcgmScraper started = scraper;
        return started == null ? 0 : started.blind();
    }

    private void share(DcgmScraper started) {
        long begin = System.nanoTime();
        try {
            Share share = new Share(self, replicas.alive(self));
            sharedAt = begin;
            started.scrape(all().filter(target -> share.has(target.key())).toList());
        } catch (RuntimeException e) {
            LOG.warnf("cannot share the exporters: %s", e.getMessage());
            if (begin - sharedAt > SHARE_LASTS.toNanos()) {
                started.scrape(List.of());
            }
        }
    }

    /** Of two targets of a node the one that is listed counts. */
    private Stream<Target> all() {
        Set<String> keys = listed.stream().map(Target::key).collect(Collectors.toSet());
        return Stream.concat(
                listed.stream(),
                pods.targets().stream().filter(target -> !keys.contains(target.key())));
    }

    private void leave() {
        try {
            replicas.leave(self);
        } catch (RuntimeException e) {
            LOG.debugf("the others will find out: %s", e.getMessage());
        }
    }
}
