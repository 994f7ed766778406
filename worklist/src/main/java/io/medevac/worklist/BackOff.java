package io.medevac.worklist;

import java.time.Duration;

/** How long to wait after failures in a row: 0.2 s, doubled each time, 30 s at most. */
final class BackOff {
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration MAX = Duration.ofSeconds(30);
    private static final int DOUBLINGS = 8;

    private BackOff() {}

    /**
     * @param failures failures in a row, from 1
     */
    static Duration after(int failures) {
        Duration delay = FIRST.multipliedBy(1L << Math.clamp(failures - 1L, 0, DOUBLINGS));
        return delay.compareTo(MAX) > 0 ? MAX : delay;
    }
}
