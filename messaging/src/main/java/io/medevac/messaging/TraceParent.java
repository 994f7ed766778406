package io.medevac.messaging;

import io.medevac.events.EventHeader;
import java.util.HexFormat;
import java.util.UUID;

/**
 * W3C trace context of an event. The whole incident is one trace, whose id is the incident id: it
 * needs no context that a crash or another replica could lose, and who has the incident id has the
 * trace.
 */
final class TraceParent {
    private static final HexFormat HEX = HexFormat.of();

    private TraceParent() {}

    /** {@code 00-<incident id, else event id>-<low half of the event id>-01}. */
    static String of(EventHeader header) {
        UUID trace = header.getIncidentId() == null ? header.getEventId() : header.getIncidentId();
        return "00-"
                + HEX.toHexDigits(trace.getMostSignificantBits())
                + HEX.toHexDigits(trace.getLeastSignificantBits())
                + "-"
                + HEX.toHexDigits(header.getEventId().getLeastSignificantBits())
                + "-01";
    }
}
