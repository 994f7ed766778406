package io.medevac.notifier.application;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.domain.notification.Delivery.Step;
import io.medevac.domain.notification.RetryPlan;
import io.medevac.notifier.port.DeliveryObserver;
import io.medevac.notifier.port.DeliveryStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes one attempt at a delivery and records it. A crash in between makes the attempt again, under
 * the same id.
 */
@ApplicationScoped
public class DeliverMessage {

    private final DeliveryStore store;
    private final Channels channels;
    private final RetryPlan plan;
    private final DeliveryObserver observer;
    private final InstantSource clock;

    public DeliverMessage(
            DeliveryStore store,
            Channels channels,
            RetryPlan plan,
            DeliveryObserver observer,
            InstantSource clock) {
        this.store = store;
        this.channels = channels;
        this.plan = plan;
        this.observer = observer;
        this.clock = clock;
    }

    /** Works on a delivery; returns when to try again, empty when it has come to its end. */
    public Optional<Instant> of(UUID id) {
        return store.find(id).filter(Delivery::pending).flatMap(this::attempt);
    }

    private Optional<Instant> attempt(Delivery delivery) {
        Instant begun = clock.instant();
        Outcome outcome = channels.of(delivery.recipient().channel()).send(delivery);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        observer.attempted(delivery, outcome, Duration.between(begun, now));
        Optional<Step> step =
                store.settle(delivery.id(), pending -> pending.after(outcome, plan, now));
        step.ifPresent(observer::settled);
        return step.flatMap(Step::retryAt);
    }
}
