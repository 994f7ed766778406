package io.medevac.worklist;

import java.time.Duration;

/**
 * How a process holds the keys it works on.
 *
 * @param length how long without a sign of life until somebody else may take them
 * @param renewal how often it gives one
 */
record Lease(Duration length, Duration renewal) {

    /** Short, so that the keys of a process that died do not wait; three renewals may fail. */
    static final Lease DEFAULT = new Lease(Duration.ofSeconds(4), Duration.ofSeconds(1));
}
