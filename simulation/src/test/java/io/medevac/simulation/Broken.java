package io.medevac.simulation;

import com.google.errorprone.annotations.FormatMethod;

/** One of the rules was broken. */
final class Broken extends Error {
    private static final long serialVersionUID = 1L;

    Broken(String rule) {
        super(rule);
    }

    /** Breaks the run unless the rule held. */
    @FormatMethod
    static void unless(boolean held, String rule, Object... details) {
        if (!held) {
            throw new Broken(rule.formatted(details));
        }
    }
}
