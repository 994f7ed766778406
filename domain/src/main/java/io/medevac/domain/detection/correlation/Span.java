package io.medevac.domain.detection.correlation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * From when to when, by the world's clock and by the kernel's. A stamp in the years after the epoch
 * is a kernel's clock: seconds since its start.
 *
 * @param first by the world's clock; null when nothing tells, as are the others
 */
record Span(
        @Nullable Instant first,
        @Nullable Instant last,
        @Nullable Instant firstUptime,
        @Nullable Instant lastUptime) {
    /**
     * No kernel runs for thirty years, and no GPU node wrote a log thirty years after the epoch.
     */
    private static final Instant OLDEST_LOG = Instant.parse("2000-01-01T00:00:00Z");

    static final Span EMPTY = new Span(null, null, null, null);

    /** How two moments lie to each other. */
    enum Distance {
        NEAR,
        FAR,
        /** They have no clock in common. */
        UNKNOWN
    }

    /** Of one moment; null is none. */
    static Span of(@Nullable Instant at) {
        if (at == null) {
            return EMPTY;
        }
        return at.isBefore(OLDEST_LOG)
                ? new Span(null, null, at, at)
                : new Span(at, at, null, null);
    }

    Span with(Span other) {
        return new Span(
                earlier(first, other.first),
                later(last, other.last),
                earlier(firstUptime, other.firstUptime),
                later(lastUptime, other.lastUptime));
    }

    /** Whether they overlap or less than this is between them. */
    Distance to(Span other, Duration reach) {
        Distance world = distance(first, last, other.first, other.last, reach);
        return world == Distance.UNKNOWN
                ? distance(firstUptime, lastUptime, other.firstUptime, other.lastUptime, reach)
                : world;
    }

    /** Whether it begins before the other; what tells no time comes last. */
    int compareBegin(Span other) {
        int world = compare(first, other.first);
        return world == 0 ? compare(firstUptime, other.firstUptime) : world;
    }

    private static Distance distance(
            @Nullable Instant first,
            @Nullable Instant last,
            @Nullable Instant otherFirst,
            @Nullable Instant otherLast,
            Duration reach) {
        if (first == null || last == null || otherFirst == null || otherLast == null) {
            return Distance.UNKNOWN;
        }
        boolean far =
                Duration.between(last, otherFirst).compareTo(reach) > 0
                        || Duration.between(otherLast, first).compareTo(reach) > 0;
        return far ? Distance.FAR : Distance.NEAR;
    }

    private static int compare(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return Boolean.compare(one == null, other == null);
        }
        return one.compareTo(other);
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isBefore(one)) ? other : one;
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }
}
