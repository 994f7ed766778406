package io.medevac.systemtests;

import java.util.Locale;

/**
 * One line of the crash table.
 *
 * @param victim the process
 * @param blow what is done to it
 * @param point when
 */
record Crash(String victim, Blow blow, Point point) {

    /** What is done to a process. */
    enum Blow {
        /** SIGKILL. */
        KILLED,

        /** SIGSTOP, and SIGCONT 20 s later. */
        STOPPED
    }

    @Override
    public String toString() {
        return victim + " " + blow.name().toLowerCase(Locale.ROOT) + " at " + point;
    }
}
