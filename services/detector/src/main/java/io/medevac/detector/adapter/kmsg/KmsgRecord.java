package io.medevac.detector.adapter.kmsg;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A record of {@code /dev/kmsg}.
 *
 * @param sequence its number; they rise by one from 0 at boot
 * @param uptime the kernel's clock when it was said
 * @param line the whole of its first line, {@code 4,1227,171167620236,-;text}: the number at its
 *     begin tells who spoke
 */
record KmsgRecord(long sequence, Duration uptime, String line) {
    private static final Pattern HEAD =
            Pattern.compile("\\d{1,3},(\\d{1,18}),(\\d{1,18}),[^;]{0,200};");
    private static final long NANOS_A_MICRO = 1000;

    /** Reads a line; empty when it begins no record (a record's own properties follow it so). */
    static Optional<KmsgRecord> of(String line) {
        Matcher head = HEAD.matcher(line);
        return head.lookingAt()
                ? Optional.of(
                        new KmsgRecord(Long.parseLong(head.group(1)), micros(head.group(2)), line))
                : Optional.empty();
    }

    private static Duration micros(String digits) {
        long micros = Long.parseLong(digits);
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * NANOS_A_MICRO);
    }
}
