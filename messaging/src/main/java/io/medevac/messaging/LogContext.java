package io.medevac.messaging;

import io.medevac.events.EventHeader;
import java.util.UUID;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/** Keys that each log line about an incident carries. */
public final class LogContext {
    /** Incident id. */
    public static final String INCIDENT = "incident";

    /** Name of the Kubernetes node. */
    public static final String NODE = "node";

    /** Id of the event being handled. */
    public static final String EVENT = "event";

    private LogContext() {}

    /** Sets the keys of this thread from an event. */
    public static void set(EventHeader header) {
        set(header.getIncidentId(), header.getNode());
        MDC.put(EVENT, header.getEventId().toString());
    }

    /** Sets incident and node of this thread; clear with {@link MDC#clear()}. */
    public static void set(@Nullable UUID incident, String node) {
        MDC.put(NODE, OneLineLogs.visible(node));
        if (incident != null) {
            MDC.put(INCIDENT, incident.toString());
        }
    }
}
