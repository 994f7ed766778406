package io.medevac.domain.detection;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A stamp that names its zone: {@code 2026-11-29T17:49:11.123456+01:00}, {@code …+0100}, {@code
 * …Z}. Read by hand, because every line of a busy log has one.
 */
final class IsoStamp {
    private static final int SECONDS = "2026-11-29T17:49:11".length();
    private static final int ZONE = "+0100".length();
    private static final int NANO_DIGITS = 9;

    private IsoStamp() {}

    /** When it was; null when the text is no such stamp or no such time. */
    static @Nullable Instant read(String text) {
        int zone = SECONDS;
        while (zone < text.length() && "Z+-".indexOf(text.charAt(zone)) < 0) {
            zone++;
        }
        if (zone >= text.length() || zone - SECONDS > NANO_DIGITS + 1) {
            return null;
        }
        try {
            return LocalDateTime.of(
                            number(text, 0, 4),
                            number(text, 5, 7),
                            number(text, 8, 10),
                            number(text, 11, 13),
                            number(text, 14, 16),
                            number(text, 17, SECONDS),
                            nanos(text, zone))
                    .toInstant(offset(text.substring(zone).replace(":", "")));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static int nanos(String text, int zone) {
        int nanos = zone > SECONDS + 1 ? number(text, SECONDS + 1, zone) : 0;
        for (int digits = zone - SECONDS - 1; digits < NANO_DIGITS && nanos != 0; digits++) {
            nanos *= 10;
        }
        return nanos;
    }

    private static ZoneOffset offset(String zone) {
        if (zone.equals("Z")) {
            return ZoneOffset.UTC;
        }
        if (zone.length() != ZONE) {
            throw new DateTimeException(zone);
        }
        int sign = zone.charAt(0) == '-' ? -1 : 1;
        return ZoneOffset.ofHoursMinutes(sign * number(zone, 1, 3), sign * number(zone, 3, ZONE));
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new DateTimeException(text);
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
