package io.medevac.domain.detection.xid;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Xid 45 cleans up after another error, which newer drivers name at its end. */
public final class PreviousXid {
    /** The Xid that cleans up. */
    public static final int CLEAN_UP = 45;

    private static final Pattern FORM = Pattern.compile("caused by previous Xid (\\d{1,9})\\b");

    private PreviousXid() {}

    /** The Xid that the text names as its cause. */
    public static OptionalInt in(String message) {
        Matcher form = FORM.matcher(message);
        return form.find() ? OptionalInt.of(Integer.parseInt(form.group(1))) : OptionalInt.empty();
    }
}
