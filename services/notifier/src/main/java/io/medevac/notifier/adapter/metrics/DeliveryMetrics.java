package io.medevac.notifier.adapter.metrics;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.domain.notification.Delivery.State;
import io.medevac.domain.notification.Silence;
import io.medevac.messaging.LogContext;
import io.medevac.notifier.port.DeliveryObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jboss.logging.Logger;

/**
 * Counts and logs; labels come from closed sets: channels, audiences, outcomes, reasons, and the
 * routes of the configuration. Addresses are never logged.
 */
@ApplicationScoped
class DeliveryMetrics implements DeliveryObserver {

    private static final Logger LOG = Logger.getLogger(DeliveryMetrics.class);

    private final MeterRegistry meters;

    DeliveryMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void silent(Silence why) {
        meters.counter("medevac.notification.silences", "reason", why.word()).increment();
    }

    @Override
    public void attempted(Delivery delivery, Outcome outcome, Duration took) {
        String word = outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        meters.timer(
                        "medevac.notification.attempt",
                        Tags.of(
                                "route", delivery.recipient().route(),
                                "channel", delivery.recipient().channel().word(),
                                "outcome", word))
                .record(took);
    }

    @Override
    public void settled(Delivery.Step step) {
        Delivery delivery = step.delivery();
        LogContext.set(delivery.origin().incidentId(), delivery.origin().node());
        switch (delivery.state()) {
            case State.Pending(int attempts) ->
                    LOG.infof(
                            "not delivered yet: %s attempts=%d again=%s",
                            words(delivery),
                            attempts,
                            step.retryAt().map(Instant::toString).orElse("never"));
            case State.Delivered(int attempts, Instant at) -> {
                LOG.infof("delivered: %s attempts=%d", words(delivery), attempts);
                count(delivery, "delivered");
                meters.timer(
                                "medevac.notification.delay",
                                "channel",
                                delivery.recipient().channel().word())
                        .record(Duration.between(delivery.origin().occurredAt(), at));
            }
            case State.Failed(int attempts, Instant at, String reason) -> {
                LOG.warnf(
                        "not delivered, given up: %s attempts=%d reason=%s",
                        words(delivery), attempts, reason);
                count(delivery, "failed");
            }
        }
    }

    private void count(Delivery delivery, String outcome) {
        meters.counter(
                        "medevac.notifications",
                        Tags.of(
                                "audience", delivery.audience().word(),
                                "channel", delivery.recipient().channel().word(),
                                "outcome", outcome))
                .increment();
    }

    private static String words(Delivery delivery) {
        return "type=%s audience=%s channel=%s route=%s delivery=%s event=%s"
                .formatted(
                        delivery.message().type(),
                        delivery.audience().word(),
                        delivery.recipient().channel().word(),
                        delivery.recipient().route(),
                        delivery.id(),
                        delivery.origin().eventId());
    }
}
