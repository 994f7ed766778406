package io.medevac.launcher.bench;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Measured durations.
 *
 * @param sorted from the shortest to the longest; at least one
 */
record Percentiles(List<Duration> sorted) {

    Percentiles {
        sorted = sorted.stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
    }

    /** The duration that so many percent of them do not exceed (nearest rank). */
    Duration at(int percent) {
        int rank = (int) Math.ceil(percent / 100.0 * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }

    /** In milliseconds, as a table shows it. */
    String millis(int percent) {
        double millis = at(percent).toNanos() / 1e6;
        return String.format(Locale.ROOT, millis < 100 ? "%.1f" : "%.0f", millis);
    }

    /** How many times as long as the other at the median. */
    double ratioTo(Percentiles floor) {
        return (double) at(50).toNanos() / Math.max(1, floor.at(50).toNanos());
    }
}
