package io.medevac.domain.detection;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The process that the driver names before its message: {@code pid=1814139, name=python3, }, each
 * of them maybe {@code <unknown>} or not there.
 *
 * @param pid null when it names none
 * @param process name of it; null when it names none
 * @param rest what follows
 */
record NamedProcess(@Nullable Integer pid, @Nullable String process, String rest) {
    private static final Pattern PID =
            Pattern.compile("pid=(?:'?<unknown>'?|(\\d{1,10}))(?:,\\s*|$)");

    /** A user chooses the name, of at most 15 characters, and may put commas into it. */
    private static final Pattern PROCESS =
            Pattern.compile(
                    "name=(?:'?<unknown>'?(?:,\\s*|$)|(.{0,15}?)(?:,\\s+|,?$)|([^,]{0,64})(?:,\\s*|$))");

    /** What the beginning of the text names. */
    static NamedProcess in(String text) {
        String rest = text;
        Integer pid = null;
        String process = null;
        Matcher pidForm = PID.matcher(rest);
        if (pidForm.lookingAt()) {
            pid = pidForm.group(1) == null ? null : number(pidForm.group(1));
            rest = rest.substring(pidForm.end());
        }
        Matcher processForm = PROCESS.matcher(rest);
        if (processForm.lookingAt()) {
            process = processForm.group(1) == null ? processForm.group(2) : processForm.group(1);
            rest = rest.substring(processForm.end());
        }
        return new NamedProcess(pid, process, rest);
    }

    /** The number; null when it is too large for a process. */
    static @Nullable Integer number(String digits) {
        long value = Long.parseLong(digits);
        return value <= Integer.MAX_VALUE ? (int) value : null;
    }
}
