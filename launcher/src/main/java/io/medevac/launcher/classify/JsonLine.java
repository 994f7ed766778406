package io.medevac.launcher.classify;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A JSON object in one line. Only ASCII is written, so that it is the same in every locale. */
final class JsonLine {
    private static final int FIRST_OF_ASCII = 0x20;
    private static final int LAST_OF_ASCII = 0x7e;

    private final StringBuilder json = new StringBuilder();

    /** Begins a new object. */
    void begin() {
        json.setLength(0);
        json.append('{');
    }

    /** Ends the object. */
    String end() {
        return json.append('}').toString();
    }

    void number(String name, @Nullable Number value) {
        name(name).append(value);
    }

    void text(String name, @Nullable String value) {
        name(name);
        value(value);
    }

    /** A list of numbers and texts. */
    void list(String name, List<?> values) {
        name(name).append('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                json.append(',');
            }
            either(values.get(i));
        }
        json.append(']');
    }

    /** A number or a text. */
    void either(String name, Object value) {
        name(name);
        either(value);
    }

    private void either(Object value) {
        if (value instanceof Number) {
            json.append(value);
        } else {
            value(value.toString());
        }
    }

    private void value(@Nullable String value) {
        if (value == null) {
            json.append((String) null);
            return;
        }
        json.append('"');
        int shown = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < FIRST_OF_ASCII || c > LAST_OF_ASCII || c == '"' || c == '\\') {
                json.append(value, shown, i);
                escaped(c);
                shown = i + 1;
            }
        }
        json.append(value, shown, value.length()).append('"');
    }

    private StringBuilder name(String name) {
        if (json.length() > 1) {
            json.append(',');
        }
        return json.append('"').append(name).append("\":");
    }

    private void escaped(char c) {
        if (c == '"' || c == '\\') {
            json.append('\\').append(c);
        } else {
            json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
    }
}
