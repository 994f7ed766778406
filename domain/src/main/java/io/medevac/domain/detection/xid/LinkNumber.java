package io.medevac.domain.detection.xid;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Number of the NVLink that a text names; the driver writes -1 for the whole GPU. */
public final class LinkNumber {
    private static final Pattern FORM = Pattern.compile("\\b[Ll]ink (-?\\d{1,3})\\b");

    private LinkNumber() {}

    /** The number; null when the text names no link. */
    public static @Nullable Integer in(String message) {
        Matcher form = FORM.matcher(message);
        return form.find() ? Integer.valueOf(form.group(1)) : null;
    }
}
