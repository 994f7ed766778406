package io.medevac.detector.adapter.shipped;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a logger puts before a kernel line: when it was written, and on which host. */
final class LineHead {
    private static final String PRIORITY = "(?:<\\d{1,3}>(?:1 )?)?";
    private static final String ISO =
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?";
    private static final String SYSLOG =
            "(?:[^\\s\\[<]{1,12},? )?[^\\s\\[<]{1,12} {1,2}\\d{1,2}\\.?"
                    + " \\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?: \\d{4})?";

    /** Syslog of old and RFC 5424, the journal's short forms, Talos. */
    private static final Pattern HOST =
            Pattern.compile(
                    PRIORITY
                            + "(?:"
                            + ISO
                            + "|"
                            + SYSLOG
                            + ") (\\S{1,255}) kernel(?:\\[0\\])?(?:: ?| )"
                            + "|(\\S{1,255}): kern: ");

    /** The same, and the kernel's clock as {@code dmesg} and {@code /dev/kmsg} write it. */
    private static final Pattern TIME =
            Pattern.compile(
                    PRIORITY
                            + "(?:"
                            + ISO
                            + "|"
                            + SYSLOG
                            + "|\\[ *\\d{1,12}\\.\\d{1,9}\\]"
                            + "|\\[[^\\]]{0,40}\\d:\\d\\d[^\\]]{0,20}\\]"
                            + "|\\d{1,3},\\d{1,20},\\d{1,18},"
                            + "|\\S{1,255}: kern: )");

    private LineHead() {}

    /** The host that a line names as the one whose kernel speaks. */
    static Optional<String> host(String line) {
        Matcher host = HOST.matcher(line);
        return host.lookingAt()
                ? Optional.ofNullable(host.group(1)).or(() -> Optional.of(host.group(2)))
                : Optional.empty();
    }

    /** Whether a line says when it was written, so that a second one like it is the same line. */
    static boolean timed(String line) {
        return TIME.matcher(line).lookingAt();
    }
}
