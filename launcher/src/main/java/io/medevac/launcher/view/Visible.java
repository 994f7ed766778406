package io.medevac.launcher.view;

import java.util.Locale;

/**
 * Text of others (kernel lines, job names, reasons) made fit for a terminal: what would move the
 * cursor, change colours, reverse the direction of writing or cannot be seen at all is shown as its
 * code, which JSON reads as the character itself.
 */
public final class Visible {

    private Visible() {}

    /** One line: line ends are shown as codes too. */
    public static String line(String text) {
        return shown(text, false);
    }

    /** Lines that keep their ends. */
    public static String text(String text) {
        return shown(text, true);
    }

    private static String shown(String text, boolean keepsLineEnds) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> {
                            if (isHarmless(c) || (keepsLineEnds && c == '\n')) {
                                shown.appendCodePoint(c);
                            } else {
                                for (char unit : Character.toChars(c)) {
                                    shown.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                                }
                            }
                        });
        return shown.toString();
    }

    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
