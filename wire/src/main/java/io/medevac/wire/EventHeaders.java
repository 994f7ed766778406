package io.medevac.wire;

import io.medevac.events.EventHeader;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the headers of the events of one cluster. */
public final class EventHeaders {
    private final String cluster;

    /**
     * @param cluster name of the cluster, first part of every record key
     */
    public EventHeaders(String cluster) {
        this.cluster = cluster;
    }

    /** Name of the cluster. */
    public String cluster() {
        return cluster;
    }

    /** Header of a new event that follows from another one, or from none. */
    public EventHeader next(
            @Nullable UUID incidentId, String node, Instant now, @Nullable UUID causedBy) {
        return of(EventIds.next(now), incidentId, node, now, causedBy);
    }

    /** Header of an event whose identity is given. */
    public EventHeader of(
            UUID eventId,
            @Nullable UUID incidentId,
            String node,
            Instant occurredAt,
            @Nullable UUID causedBy) {
        return EventHeader.newBuilder()
                .setEventId(eventId)
                .setIncidentId(incidentId)
                .setCluster(cluster)
                .setNode(node)
                .setOccurredAt(occurredAt.truncatedTo(ChronoUnit.MICROS))
                .setCausedBy(causedBy)
                .build();
    }
}
