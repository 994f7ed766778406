package io.medevac.domain.notification;

import java.util.Locale;

/** Text from logs and users made harmless: nothing in it can act on a terminal, mail or page. */
final class Plain {

    private static final String CUT = "…";

    private Plain() {}

    /**
     * One line: control, format (bidirectional overrides, zero width) and separator characters and
     * lone surrogates are shown as their code, what is longer than {@code most} characters is cut.
     */
    static String line(String text, int most) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), most) + 8);
        int at = 0;
        while (at < text.length() && line.length() < most) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            if (harmless(c)) {
                line.appendCodePoint(c);
            } else {
                line.append(String.format(Locale.ROOT, "\\u%04x", c));
            }
        }
        return at < text.length() ? line.append(CUT).toString() : line.toString();
    }

    /** Text between HTML tags or in a quoted attribute. */
    static String html(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static boolean harmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE ->
                    false;
            default -> true;
        };
    }
}
