package io.medevac.domain.detection;

import java.time.Instant;
import java.util.UUID;

/**
 * A raw observation and what it means.
 *
 * @param id identity, derived from source and position: the same place read twice gives the same
 * @param incidentIfFirst identity of the incident that this signal opens, if it opens one
 * @param source kind of source
 * @param origin the exact source
 * @param position byte offset, record offset or sequence number within the origin
 * @param observedAt when it was read, by our clock
 * @param raw the record as read, control characters removed, at most 4096 characters
 * @param finding what it means
 */
public record Signal(
        UUID id,
        UUID incidentIfFirst,
        Source source,
        String origin,
        long position,
        Instant observedAt,
        String raw,
        Finding finding) {

    /** Longest {@link #raw}. */
    public static final int RAW_LIMIT = 4096;
}
