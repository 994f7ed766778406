package io.medevac.launcher.bench;

import java.time.Duration;
import java.util.Locale;

/**
 * What was measured, beside what the bare parts of the same machine can do.
 *
 * @param what in words
 * @param measured with its unit
 * @param floor with its unit, and what it is of; empty where there is none
 * @param ratio how many times as good the floor is; NaN where there is none
 * @param goal in words; empty where there is none
 * @param held whether the goal is held
 */
record Figure(String what, String measured, String floor, double ratio, String goal, boolean held) {

    /** A duration: more is worse. */
    static Figure time(String what, double seconds, String of, double floor, double atMostTimes) {
        double ratio = seconds / floor;
        return new Figure(
                what,
                number("%.2f s", seconds),
                number("%.2f s ", floor) + of,
                ratio,
                number("%.0f times", atMostTimes),
                ratio <= atMostTimes);
    }

    /** How many a second: more is better. */
    static Figure rate(String what, double rate, String of, double floor, double atLeast) {
        return new Figure(
                what,
                number("%,.0f/s", rate),
                number("%,.0f/s ", floor) + of,
                floor / rate,
                number("%,.0f/s", atLeast),
                rate >= atLeast);
    }

    /** A delay at its 99th percentile, in milliseconds. */
    static Figure delay(String what, Percentiles taken, String of, Percentiles floor, long most) {
        return new Figure(
                what,
                "p50 %s, p99 %s ms".formatted(taken.millis(50), taken.millis(99)),
                "p50 %s, p99 %s ms %s".formatted(floor.millis(50), floor.millis(99), of),
                taken.ratioTo(floor),
                "p99 %d ms".formatted(most),
                taken.at(99).compareTo(Duration.ofMillis(most)) <= 0);
    }

    /** Something that must be so, without a floor. */
    static Figure fact(String what, String measured, String goal, boolean held) {
        return new Figure(what, measured, "", Double.NaN, goal, held);
    }

    /** As a row of a Markdown table. */
    String row() {
        return "| %s | %s | %s | %s | %s | %s |"
                .formatted(
                        what,
                        measured,
                        floor,
                        Double.isNaN(ratio) ? "" : number("%.1f", ratio),
                        goal,
                        goal.isEmpty() ? "" : held ? "held" : "*missed*");
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
