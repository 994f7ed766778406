package io.medevac.domain.detection.correlation;

import java.util.LinkedHashMap;
import java.util.Map;

/** Records of one node that follow each other closely. */
final class Burst {
    /**
     * So many different records are told apart: eight GPUs with a handful of codes from each
     * source. What is more is counted; the least grave makes room for what is graver, so that no
     * number of harmless records hides a fault.
     */
    static final int MOST = 96;

    private final Map<Evidence, Seen> seen = new LinkedHashMap<>();
    private Span reach = Span.EMPTY;
    private Span span = Span.EMPTY;
    private long uncounted;

    Burst() {
        this(0);
    }

    /** With so many that are not told apart. */
    Burst(long uncounted) {
        this.uncounted = uncounted;
    }

    /**
     * How often and when something was seen.
     *
     * @param times from 1
     */
    record Seen(long times, Span span) {
        Seen with(Seen other) {
            return new Seen(times + other.times, span.with(other.span));
        }
    }

    /** Takes in a trouble: what is near to it belongs to the burst too. */
    void add(Evidence evidence, Seen more) {
        reach = reach.with(more.span());
        accompany(evidence, more);
    }

    /** Takes in what is no trouble by itself. */
    void accompany(Evidence evidence, Seen more) {
        Seen known = seen.get(evidence);
        if (known != null) {
            seen.put(evidence, known.with(more));
        } else if (seen.size() < MOST || makesRoom(evidence)) {
            seen.put(evidence, more);
        } else {
            uncounted += more.times();
        }
        span = span.with(more.span());
    }

    /** Whether it is graver than another, which is only counted from now on. */
    private boolean makesRoom(Evidence evidence) {
        Evidence least = evidence;
        for (Evidence other : seen.keySet()) {
            if (Evidence.LEAST_GRAVE_FIRST.compare(other, least) < 0) {
                least = other;
            }
        }
        Seen dropped = seen.remove(least);
        uncounted += dropped == null ? 0 : dropped.times();
        return dropped != null;
    }

    /** Takes in what another burst has. */
    void add(Burst other) {
        other.seen.forEach(this::accompany);
        uncounted += other.uncounted;
        reach = reach.with(other.reach);
        span = span.with(other.span);
    }

    /** How many records are told apart. */
    int size() {
        return seen.size();
    }

    /** From the first trouble to the last. */
    Span reach() {
        return reach;
    }

    /** From the first record to the last. */
    Span span() {
        return span;
    }

    Map<Evidence, Seen> seen() {
        return seen;
    }

    /** Records beyond those that are told apart. */
    long uncounted() {
        return uncounted;
    }
}
