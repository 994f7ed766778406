package io.medevac.notifier.application;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Step;
import io.medevac.notifier.port.DeliveryObserver;
import io.medevac.notifier.port.DeliveryStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Gives up the deliveries of routes that are configured no more, so that none waits for ever. */
@ApplicationScoped
public class AbandonDeliveries {

    private final DeliveryStore store;
    private final DeliveryObserver observer;
    private final InstantSource clock;

    public AbandonDeliveries(DeliveryStore store, DeliveryObserver observer, InstantSource clock) {
        this.store = store;
        this.observer = observer;
        this.clock = clock;
    }

    /** Gives up what would go by none of these routes. */
    public void outside(Set<String> routes) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        for (UUID id : store.pendingOutside(routes)) {
            store.settle(id, delivery -> abandoned(delivery, now)).ifPresent(observer::settled);
        }
    }

    private static Step abandoned(Delivery delivery, Instant now) {
        String reason = "route " + delivery.recipient().route() + " is not configured any more";
        return new Step(delivery.abandon(reason, now), Optional.empty());
    }
}
