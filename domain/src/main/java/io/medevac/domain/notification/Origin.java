package io.medevac.domain.notification;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The event that a message is about.
 *
 * @param eventId its identity
 * @param incidentId the incident it belongs to; null where none is open
 * @param cluster name of the cluster
 * @param node the node the incident is about
 * @param occurredAt when it happened
 */
public record Origin(
        UUID eventId, @Nullable UUID incidentId, String cluster, String node, Instant occurredAt) {

    /** What messages are grouped by: the incident, or the event itself where there is none. */
    public UUID group() {
        return incidentId == null ? eventId : incidentId;
    }
}
