package io.medevac.notifier.adapter.postgres;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.State;
import io.medevac.events.EventHeader;
import io.medevac.events.NotificationDelivered;
import io.medevac.events.NotificationFailed;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** The events that say how a delivery ended. */
@ApplicationScoped
class NotificationEvents {

    private final EventHeaders headers;

    NotificationEvents(EventHeaders headers) {
        this.headers = headers;
    }

    /** The event of a delivery that has ended; its id follows from the delivery's. */
    Optional<SpecificRecord> of(Delivery delivery) {
        return switch (delivery.state()) {
            case State.Pending pending -> Optional.empty();
            case State.Delivered(int attempts, Instant at) ->
                    Optional.of(
                            NotificationDelivered.newBuilder()
                                    .setHeader(header(delivery, at))
                                    .setAbout(delivery.origin().eventId())
                                    .setAudience(delivery.audience().word())
                                    .setRecipient(delivery.recipient().name())
                                    .setChannel(delivery.recipient().channel().word())
                                    .setTitle(delivery.message().title())
                                    .setAttempts(attempts)
                                    .build());
            case State.Failed(int attempts, Instant at, String reason) ->
                    Optional.of(
                            NotificationFailed.newBuilder()
                                    .setHeader(header(delivery, at))
                                    .setAbout(delivery.origin().eventId())
                                    .setAudience(delivery.audience().word())
                                    .setRecipient(delivery.recipient().name())
                                    .setChannel(delivery.recipient().channel().word())
                                    .setTitle(delivery.message().title())
                                    .setAttempts(attempts)
                                    .setReason(reason)
                                    .build());
        };
    }

    private EventHeader header(Delivery delivery, Instant at) {
        return headers.of(
                EventIds.derived("delivery", delivery.id().toString()),
                delivery.origin().incidentId(),
                delivery.origin().node(),
                at,
                delivery.origin().eventId());
    }
}
