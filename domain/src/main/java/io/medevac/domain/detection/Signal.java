package io.medevac.domain.detection;

import io.medevac.domain.fault.Fault;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A raw observation and what it means.
 *
 * @param id identity, derived from source and position: the same place read twice gives the same
 * @param incidentIfFirst identity of the incident that this signal opens, if it opens one
 * @param origin the exact source
 * @param position byte offset or record offset within the origin
 * @param observedAt when it was read, by our clock
 * @param pid process that the record names; null when none
 * @param process name of that process; null when none
 * @param raw the record as read, control characters removed, at most 4096 characters
 * @param fault what it means
 */
public record Signal(
        UUID id,
        UUID incidentIfFirst,
        String origin,
        long position,
        Instant observedAt,
        @Nullable Integer pid,
        @Nullable String process,
        String raw,
        Fault fault) {

    /** Longest {@link #raw}. */
    public static final int RAW_LIMIT = 4096;
}
