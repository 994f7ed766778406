package io.medevac.domain.notification;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.Gpu;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Values as a person reads them. */
final class Spoken {

    private static final int NAME = 80;

    private Spoken() {}

    /** {@code 480 ms}, {@code 31.7 s}, {@code 2 min 5 s}, {@code 3 h 12 min}. */
    static String duration(Duration duration) {
        if (duration.isNegative()) {
            return "0 ms";
        }
        if (duration.toMillis() < 1_000) {
            return duration.toMillis() + " ms";
        }
        if (duration.toSeconds() < 60) {
            return String.format(
                    Locale.ROOT, "%.1f s", Math.floor(duration.toMillis() / 100.0) / 10);
        }
        if (duration.toMinutes() < 60) {
            return two(duration.toMinutes(), "min", duration.toSecondsPart(), "s");
        }
        return two(duration.toHours(), "h", duration.toMinutesPart(), "min");
    }

    /** {@code 2026-11-29 17:49:11 UTC}. */
    static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", " UTC");
    }

    /** {@code GPU 3 of gpu-1}, or only the node where no GPU is known. */
    static String place(Fault fault, String node) {
        return fault.gpu().equals(Gpu.UNKNOWN) ? node : fault.gpu().label() + " of " + node;
    }

    /** {@code Xid 79}. */
    static String code(Fault fault) {
        return Fault.named(Plain.line(fault.kind(), NAME), fault.code());
    }

    /** {@code Xid 79: GPU has fallen off the bus.} */
    static String fault(Fault fault) {
        String code = code(fault);
        if (fault.message().isBlank()) {
            return code + ".";
        }
        return fault.message().startsWith(code + ":")
                ? fault.message()
                : code + ": " + fault.message();
    }

    /** A reason given by another part, with one full stop at its end. */
    static String sentence(String reason) {
        return reason.endsWith(".") ? reason : reason + ".";
    }

    /** {@code job 12 (train-13b)}. */
    static String job(TroubledJob job) {
        return "job " + job.id() + " (" + Plain.line(job.name(), NAME) + ")";
    }

    static String list(List<String> words) {
        return words.isEmpty() ? "an unknown node" : String.join(", ", words);
    }

    private static String two(long big, String bigUnit, int small, String smallUnit) {
        return small == 0
                ? big + " " + bigUnit
                : big + " " + bigUnit + " " + small + " " + smallUnit;
    }
}
