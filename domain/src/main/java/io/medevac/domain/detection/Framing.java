package io.medevac.domain.detection;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What loggers put before the kernel's own text, taken off step by step: priority, time, host and
 * tag, the kernel's clock. Where a form tells who spoke (facility, tag), anybody but the kernel is
 * not trusted, for every user can write to the system log with {@code logger}.
 */
final class Framing {
    /** Facilities are eight priorities wide; the kernel's is the first. */
    private static final int PRIORITIES_OF_KERNEL = 8;

    private static final double MICROS = 1e6;
    private static final long NANOS = 1000;
    private static final int NAME = 255;

    private static final List<String> JOURNAL_MESSAGE = List.of("MESSAGE", "message", "msg", "log");
    private static final List<String> JOURNAL_NODE =
            List.of("node", "_HOSTNAME", "hostname", "host");
    private static final Pattern MICROSECONDS = Pattern.compile("\\d{1,17}");

    /** How {@code /dev/kmsg} writes a line end within a record. */
    private static final String KMSG_NEWLINE = "\\x0a";

    private static final String KMSG_NEWLINE_FORM = "\\\\x0a";

    /** A line as a task of Ansible prints it: {@code failed: [host] (item=LINE) => {…}}. */
    private static final Pattern TOOL =
            Pattern.compile("\\w{2,20}: \\[([^\\]]{1,80})\\] \\(item=(.*)\\) => \\{.*");

    private static final String TOOL_ITEM = "] (item=";

    /** {@code /dev/kmsg}: {@code 4,1227,1700000000,-;text}. */
    private static final Pattern KMSG = Pattern.compile("(\\d{1,3}),\\d{1,20},(\\d{1,18}),[^;]*;");

    /** Raw printk or syslog: {@code <6>}, {@code <4>1 }. */
    private static final Pattern PRIORITY = Pattern.compile("<(\\d{1,3})>(?:1 )?");

    /** {@code talosctl dmesg}: {@code 192.0.2.10: kern: warning: [2026-04-22T21:27:51.29Z]: }. */
    private static final Pattern TALOS =
            Pattern.compile("(\\S{1,80}): (\\w{2,10}): +\\w{2,10}: \\[([-0-9T:.Z+]{16,40})\\]: ");

    private static final String TALOS_STAMP = ": [";

    /** {@code dmesg -x}: {@code kern :warn : }. */
    private static final Pattern DECODED = Pattern.compile("(\\w{2,10}) *:\\w{2,10} *: ");

    private static final Pattern ISO =
            Pattern.compile(
                    "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)([.,]\\d{1,9})?"
                            + "(Z|[+-]\\d\\d:?\\d\\d)? ");

    /** {@code May 29 01:37:38 } in any language: a stamp without year and zone tells no time. */
    private static final Pattern SYSLOG =
            Pattern.compile(
                    "(?:[^\\s\\[<]{1,12},? )?[^\\s\\[<]{1,12} {1,2}\\d{1,2}\\.?"
                            + " \\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?: \\d{4})? ");

    /**
     * Host (no tag: it ends with a letter or digit) and the kernel's tag; RFC 5424 has process id,
     * message id and structured data too.
     */
    private static final Pattern KERNEL =
            Pattern.compile(
                    "(?:([\\w.:-]{0,254}\\w) )?kernel(?:\\[0\\])?: ?"
                            + "|(\\S{1,255}) kernel \\S{1,128} \\S{1,32} "
                            + "(?:-|(?:\\[(?:[^\\]\"]++|\"(?:[^\"\\\\]++|\\\\.)*+\")*+\\])++) ?");

    /**
     * {@code [ 1234.567890] }, {@code [Wed Jul 31 23:14:18 2024] }, {@code [...] }; with the time
     * since the line before it, {@code [ 1234.567890 < 0.000100>] }, or with nothing else, {@code
     * [< 0.000100>] }, {@code [ +0.000100] }.
     */
    private static final Pattern CLOCK =
            Pattern.compile(
                    "\\[(?: *(\\d{1,12}\\.\\d{1,9})(?: <[ \\d.]{1,24}>)?|<[ \\d.]{1,24}>"
                            + "| {0,16}\\+\\d{1,12}\\.\\d{1,9}|\\.\\.\\."
                            + "|([^\\]<]{0,40}\\d:\\d\\d[^\\]<]{0,20})(?:<[ \\d.]{1,24}>)?)\\]"
                            + " ?(?:\\[ *[TC]\\d{1,10}\\] ?)?");

    /** {@code 1796040000.123456 }: seconds since the epoch. */
    private static final Pattern UNIX = Pattern.compile("(\\d{9,11})\\.(\\d{6}) ");

    /** {@code Mon 2026-11-30 12:00:00 UTC }, {@code 2026-11-30 12:00:00 }; a zone, then a host. */
    private static final Pattern FULL =
            Pattern.compile(
                    "(?:[^\\s\\[<]{1,12} )?(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)"
                            + " (?:([A-Z]{2,5}|[+-]\\d\\d(?::?\\d\\d)?) (?!kernel(?:\\[0\\])?:))?");

    /**
     * What follows the clock where the journal's time is the kernel's: a host, which it always has.
     */
    private static final Pattern TAG_AFTER_CLOCK =
            Pattern.compile("([\\w.:-]{0,254}\\w) kernel(?:\\[0\\])?: ?");

    private static final String KERNEL_TAG = " kernel";
    private static final char ESCAPE = '\u001b';

    /** What colours a text on a terminal. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]{0,32}[A-Za-z]");

    private static final Set<String> NO_OFFSET = Set.of("UTC", "GMT");

    private String rest;
    private boolean trusted = true;
    private @Nullable String node;
    private @Nullable String speaker;
    private @Nullable Instant stamp;
    private @Nullable String local;
    private @Nullable Double uptime;

    private Framing(String line) {
        this.rest = line;
    }

    /** Takes the framing off a line; a record that holds several lines gives each of them. */
    static List<Framing> all(String raw) {
        JournalJson journal = JournalJson.of(raw);
        Optional<String> message = JOURNAL_MESSAGE.stream().flatMap(journal::all).findFirst();
        if (message.isPresent()) {
            return Stream.of(message.get().split("\n"))
                    .map(line -> of(journal, clean(line)))
                    .toList();
        }
        String line = clean(raw);
        Framing whole = of(line);
        if (!whole.rest.contains(KMSG_NEWLINE)) {
            return List.of(whole);
        }
        return Stream.of(whole.rest.split(KMSG_NEWLINE_FORM)).map(whole::part).toList();
    }

    private static String clean(String raw) {
        return Text.clean(raw.indexOf(ESCAPE) < 0 ? raw : COLOUR.matcher(raw).replaceAll(""));
    }

    /** Takes the framing off a line without control characters. */
    static Framing of(String line) {
        Framing framing = new Framing(line);
        framing.read();
        return framing;
    }

    private static Framing of(JournalJson journal, String line) {
        Framing framing = of(line);
        framing.trusted &= Speaker.isKernel(journal::all);
        JOURNAL_NODE.stream()
                .flatMap(journal::all)
                .findFirst()
                .ifPresent(name -> framing.node = Text.cut(Text.clean(name), NAME));
        framing.speaker = journal.first("SYSLOG_IDENTIFIER");
        Long micros = micros(journal.first("__REALTIME_TIMESTAMP"));
        if (micros != null) {
            framing.stamp = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
        Long clock = micros(journal.first("_SOURCE_MONOTONIC_TIMESTAMP"));
        if (clock != null) {
            framing.uptime = clock / MICROS;
        }
        return framing;
    }

    private static @Nullable Long micros(@Nullable String digits) {
        return digits != null && MICROSECONDS.matcher(digits).matches()
                ? Long.valueOf(digits)
                : null;
    }

    private Framing part(String text) {
        Framing part = new Framing(text);
        part.trusted = trusted;
        part.node = node;
        part.speaker = speaker;
        part.stamp = stamp;
        part.local = local;
        part.uptime = uptime;
        return part;
    }

    /** What the kernel said, if {@link #trusted}. */
    String text() {
        return rest;
    }

    /** Whether nothing in the framing says that somebody else spoke. */
    boolean trusted() {
        return trusted;
    }

    /** The machine that it names; null when it names none. */
    @Nullable String node() {
        return node;
    }

    /** The program that it names as a fact of its own; null when it names none. */
    @Nullable String speaker() {
        return speaker;
    }

    @Nullable Instant stamp() {
        return stamp;
    }

    @Nullable Double uptime() {
        return uptime;
    }

    /**
     * When it was said: by the stamp, read as UTC where it has no zone; where there is only the
     * kernel's clock, that many seconds after the epoch; null when nothing tells.
     */
    @Nullable Instant at(Instant now) {
        if (stamp != null) {
            return stamp;
        }
        Instant read = local == null ? null : LocalStamp.read(local, now);
        if (read != null || uptime == null) {
            return read;
        }
        return Instant.EPOCH.plusNanos(Math.round(uptime * MICROS) * NANOS);
    }

    private void read() {
        // What a form cannot begin with is looked at first: most forms are none of a given log.
        if (rest.contains(TOOL_ITEM)) {
            tool();
        }
        char first = rest.isEmpty() ? ' ' : rest.charAt(0);
        boolean digit = first >= '0' && first <= '9';
        if ((digit && kmsg()) || (rest.contains(TALOS_STAMP) && talos())) {
            return;
        }
        if (first == '<') {
            priority();
        }
        boolean decoded = first != '[' && !digit && decodedFacility();
        if (rest.isEmpty() || rest.charAt(0) != '[') {
            tag(decoded);
        }
        Matcher clock = rest.startsWith("[") ? take(CLOCK) : null;
        if (clock != null && clock.group(1) != null) {
            uptime = Double.valueOf(clock.group(1));
            tagAfterClock(first == '[');
        } else if (clock != null && clock.group(2) != null) {
            local = clock.group(2);
        }
    }

    private void tagAfterClock(boolean nothingBefore) {
        Matcher tag = nothingBefore && rest.contains(KERNEL_TAG) ? take(TAG_AFTER_CLOCK) : null;
        if (tag != null) {
            node = tag.group(1);
        }
    }

    private void tool() {
        Matcher tool = TOOL.matcher(rest);
        if (tool.matches()) {
            node = tool.group(1);
            rest = tool.group(2);
        }
    }

    private boolean kmsg() {
        Matcher kmsg = take(KMSG);
        if (kmsg == null) {
            return false;
        }
        trusted = ofKernel(kmsg.group(1));
        uptime = Long.parseLong(kmsg.group(2)) / MICROS;
        return true;
    }

    private boolean talos() {
        Matcher talos = take(TALOS);
        if (talos == null) {
            return false;
        }
        node = talos.group(1);
        trusted = "kern".equals(talos.group(2));
        stamp = IsoStamp.read(talos.group(3));
        return true;
    }

    private void priority() {
        Matcher priority = take(PRIORITY);
        if (priority != null) {
            trusted = ofKernel(priority.group(1));
        }
    }

    private boolean decodedFacility() {
        Matcher decoded = take(DECODED);
        if (decoded == null) {
            return false;
        }
        trusted &= "kern".equals(decoded.group(1));
        return true;
    }

    private void tag(boolean decoded) {
        Matcher iso = take(ISO);
        boolean dmesg = decoded;
        boolean stamped = iso != null;
        if (iso != null) {
            String fraction = iso.group(2) == null ? "" : iso.group(2).replace(',', '.');
            stamp =
                    iso.group(3) == null
                            ? null
                            : IsoStamp.read(iso.group(1) + fraction + iso.group(3));
            local = iso.group(1) + fraction;
            dmesg |= iso.group(2) != null && iso.group(2).startsWith(",");
        } else {
            stamped = unix() || full() || syslog();
        }
        Matcher tagged = take(KERNEL);
        if (tagged != null) {
            String host = tagged.group(1) == null ? tagged.group(2) : tagged.group(1);
            node = host == null ? node : host;
        }
        // Only dmesg writes a time and then the kernel's text; every other form names a program.
        if (stamped && tagged == null && !dmesg) {
            trusted = false;
        }
    }

    private boolean unix() {
        Matcher unix = take(UNIX);
        if (unix == null) {
            return false;
        }
        stamp =
                Instant.ofEpochSecond(
                        Long.parseLong(unix.group(1)), Long.parseLong(unix.group(2)) * NANOS);
        return true;
    }

    private boolean full() {
        Matcher full = take(FULL);
        if (full == null) {
            return false;
        }
        String time = full.group(1) + 'T' + full.group(2);
        String zone = full.group(3);
        if (zone == null) {
            local = time;
        } else {
            // A name of another zone tells no offset: better no time than a wrong one.
            stamp = IsoStamp.read(time + (NO_OFFSET.contains(zone) ? "Z" : zone));
        }
        return true;
    }

    private boolean syslog() {
        Matcher syslog = take(SYSLOG);
        local = syslog == null ? null : syslog.group();
        return syslog != null;
    }

    private @Nullable Matcher take(Pattern pattern) {
        Matcher matcher = pattern.matcher(rest);
        if (!matcher.lookingAt()) {
            return null;
        }
        rest = rest.substring(matcher.end());
        return matcher;
    }

    private static boolean ofKernel(String priority) {
        return Integer.parseInt(priority) < PRIORITIES_OF_KERNEL;
    }
}
