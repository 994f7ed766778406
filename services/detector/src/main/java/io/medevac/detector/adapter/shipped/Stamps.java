package io.medevac.detector.adapter.shipped;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** When a shipped record was written, by the fields of its producer. */
final class Stamps {
    /** The journal's microseconds since 1970: when the kernel said it, when it was written down. */
    private static final List<String> MICROSECONDS =
            List.of(
                    "_SOURCE_REALTIME_TIMESTAMP",
                    "__REALTIME_TIMESTAMP",
                    "SOURCE_REALTIME_TIMESTAMP",
                    "_REALTIME_TIMESTAMP");

    /** Vector, rsyslog, Fluent Bit by Kafka and by HTTP: a date, or seconds since 1970. */
    private static final List<String> DATES =
            List.of("timestamp", "timereported", "@timestamp", "time", "date");

    private static final Pattern DIGITS = Pattern.compile("\\d{1,18}");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,11}(?:\\.\\d{1,9})?");
    private static final double NANOS = 1e9;

    private Stamps() {}

    /** When it was written; empty when no field tells in a way that can be read. */
    static Optional<Instant> of(Members record) {
        return Stream.concat(
                        MICROSECONDS.stream()
                                .flatMap(record::all)
                                .flatMap(said -> microseconds(said).stream()),
                        DATES.stream().flatMap(record::all).flatMap(said -> date(said).stream()))
                .findFirst();
    }

    private static Optional<Instant> microseconds(String said) {
        return DIGITS.matcher(said).matches()
                ? Optional.of(Instant.EPOCH.plus(Long.parseLong(said), ChronoUnit.MICROS))
                : Optional.empty();
    }

    private static Optional<Instant> date(String said) {
        if (SECONDS.matcher(said).matches()) {
            double seconds = Double.parseDouble(said);
            long whole = (long) seconds;
            return Optional.of(Instant.ofEpochSecond(whole, (long) ((seconds - whole) * NANOS)));
        }
        try {
            return Optional.of(OffsetDateTime.parse(said).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
