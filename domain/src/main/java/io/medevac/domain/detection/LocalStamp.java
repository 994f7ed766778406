package io.medevac.domain.detection;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A stamp that names no zone, and maybe no year: {@code Wed Jul 31 23:14:18 2024}, {@code May 29
 * 01:37:38}, {@code 2025-01-21T04:41:44.28}. It is read as UTC, in the year in which it was last.
 */
final class LocalStamp {
    private static final Duration AHEAD = Duration.ofDays(1);
    private static final List<String> MONTHS =
            List.of(
                    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
                    "Dec");
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:\\w{3},? +)?(\\w{3}) +(\\d{1,2}) (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)"
                            + "(?: (\\d{4}))?");

    private LocalStamp() {}

    /** When it was; null when the text cannot be read. */
    static @Nullable Instant read(String text, Instant now) {
        String stamp = text.strip().replace(',', '.');
        try {
            if (!stamp.isEmpty() && Character.isDigit(stamp.charAt(0))) {
                return LocalDateTime.parse(stamp).toInstant(ZoneOffset.UTC);
            }
            Matcher form = FORM.matcher(stamp);
            int month = form.matches() ? MONTHS.indexOf(form.group(1)) + 1 : 0;
            return month == 0 ? null : read(form, month, now);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Instant read(Matcher form, int month, Instant now) {
        String year = form.group(4);
        int thisYear = now.atOffset(ZoneOffset.UTC).getYear();
        Instant at = instant(form, month, year == null ? thisYear : Integer.parseInt(year));
        return year == null && at.isAfter(now.plus(AHEAD))
                ? instant(form, month, thisYear - 1)
                : at;
    }

    private static Instant instant(Matcher form, int month, int year) {
        return LocalDate.of(year, month, Integer.parseInt(form.group(2)))
                .atTime(LocalTime.parse(form.group(3)))
                .toInstant(ZoneOffset.UTC);
    }
}
