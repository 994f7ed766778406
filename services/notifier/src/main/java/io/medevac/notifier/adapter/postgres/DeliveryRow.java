package io.medevac.notifier.adapter.postgres;

import io.medevac.domain.notification.Audience;
import io.medevac.domain.notification.ChannelKind;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of {@code delivery}. */
@Entity
@Table(name = "delivery")
class DeliveryRow {

    /** Where a delivery stands. */
    enum State {
        PENDING,
        DELIVERED,
        FAILED
    }

    @Id UUID id;

    @Column(name = "event_id")
    UUID eventId;

    @Column(name = "incident_id")
    @Nullable UUID incidentId;

    String cluster;
    String node;

    @Column(name = "occurred_at")
    Instant occurredAt;

    @Enumerated(EnumType.STRING)
    Audience audience;

    String route;

    @Enumerated(EnumType.STRING)
    ChannelKind channel;

    String recipient;
    String type;
    String title;

    @Column(name = "body_text")
    String text;

    @Column(name = "body_html")
    String html;

    String data;

    @Column(name = "created_at")
    Instant createdAt;

    @Enumerated(EnumType.STRING)
    State state;

    int attempts;

    @Column(name = "ended_at")
    @Nullable Instant endedAt;

    @Nullable String reason;
}
