package io.medevac.domain.detection;

/** Text from outside, made safe to show and to store. */
public final class Text {
    private static final char REPLACEMENT = '\uFFFD';

    private Text() {}

    /**
     * Without control and unassigned characters (a tabulator becomes a blank), halves of surrogate
     * pairs and blanks at both ends.
     */
    public static String clean(String text) {
        if (isPlain(text)) {
            return text.strip();
        }
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '\t') {
                clean.append(' ');
            } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                clean.append(REPLACEMENT);
            } else if (shown(c)) {
                clean.appendCodePoint(c);
            }
        }
        return clean.toString().strip();
    }

    /** Cut to at most this many characters, never inside a surrogate pair. */
    public static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean shown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
