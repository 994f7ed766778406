package io.medevac.launcher.record;

import io.medevac.events.EventHeader;
import io.medevac.wire.EventTypes;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/**
 * One event as it lies on its topic.
 *
 * @param offset place within the partition
 */
public record Recorded(String topic, int partition, long offset, SpecificRecord event) {

    /** Identity and origin of the event. */
    public EventHeader header() {
        return EventTypes.headerOf(event);
    }

    /** Name of the event, as in its schema. */
    public String type() {
        return event.getSchema().getName();
    }

    /** When it happened. */
    public Instant at() {
        return header().getOccurredAt();
    }

    /** Identity of the event. */
    public UUID id() {
        return header().getEventId();
    }

    /** The incident it belongs to; empty for what happened before one was opened. */
    public Optional<UUID> incident() {
        return Optional.ofNullable(header().getIncidentId());
    }

    /** The event it follows from. */
    public Optional<UUID> causedBy() {
        return Optional.ofNullable(header().getCausedBy());
    }
}
