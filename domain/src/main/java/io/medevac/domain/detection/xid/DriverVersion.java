package io.medevac.domain.detection.xid;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Version of the NVIDIA driver.
 *
 * @param branch first number of the version ({@code 570} of {@code 570.158.01})
 * @param text the version as it was given
 */
public record DriverVersion(int branch, String text) {
    /** From this branch on, NVLink 5 reports have another layout. */
    static final int NEW_LAYOUT = 575;

    private static final Pattern FORM = Pattern.compile("[Rr]?(\\d{3,4})(?:\\.\\d{1,4}){0,2}");

    /** Reads {@code 570.158.01}, {@code 570} or {@code R570}; empty when the text is none. */
    public static Optional<DriverVersion> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new DriverVersion(Integer.parseInt(form.group(1)), text))
                : Optional.empty();
    }

    boolean hasNewLayout() {
        return branch >= NEW_LAYOUT;
    }
}
