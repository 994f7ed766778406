package io.medevac.notifier.adapter.worklist;

import io.medevac.notifier.adapter.postgres.PostgresDeliveryStore;
import io.medevac.notifier.application.AbandonDeliveries;
import io.medevac.notifier.application.DeliverMessage;
import io.medevac.notifier.config.NotifierConfig;
import io.medevac.notifier.config.NotifierConfig.RouteConfig;
import io.medevac.notifier.port.DeliveryStore;
import io.medevac.worklist.Worklist;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

/**
 * Works on due deliveries: a queue with its own slots for each route, so that a route whose
 * receiver is dead or slow holds up no other.
 */
@ApplicationScoped
public class DeliveryQueues {

    /** On top of the time an attempt may take: finding and recording it. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Worklist worklist;
    private final DeliverMessage deliver;
    private final AbandonDeliveries abandon;
    private final DeliveryStore store;
    private final NotifierConfig config;
    private final InstantSource clock;
    private volatile boolean started;

    DeliveryQueues(
            Worklist worklist,
            DeliverMessage deliver,
            AbandonDeliveries abandon,
            DeliveryStore store,
            NotifierConfig config,
            InstantSource clock) {
        this.worklist = worklist;
        this.deliver = deliver;
        this.abandon = abandon;
        this.store = store;
        this.config = config;
        this.clock = clock;
    }

    void onStart(@Observes StartupEvent event) {
        config.routes().forEach(this::work);
        started = true;
    }

    /** Whether deliveries are being worked on. */
    public boolean started() {
        return started;
    }

    private void work(String name, RouteConfig route) {
        worklist.work(
                PostgresDeliveryStore.queueOf(name),
                route.timeout().plus(MARGIN),
                route.concurrency(),
                id -> deliver.of(UUID.fromString(id)));
    }

    /** Again and again, since another replica may still have the route for a while. */
    @Scheduled(every = "10m", delayed = "1m")
    void abandonWhatHasNoRoute() {
        abandon.outside(config.routes().keySet());
    }

    @Scheduled(every = "6h", delayed = "10m")
    void forgetOldOnes() {
        store.forget(clock.instant().minus(config.retention()));
    }
}
