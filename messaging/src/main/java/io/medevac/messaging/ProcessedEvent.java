package io.medevac.messaging;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** An event that this service has taken into its state. */
@Entity
@Table(name = "processed_event")
class ProcessedEvent {
    @Id
    @Column(name = "event_id")
    UUID eventId;

    @Column(name = "processed_at", nullable = false, insertable = false)
    Instant processedAt;

    /** For Hibernate. */
    protected ProcessedEvent() {}
}
