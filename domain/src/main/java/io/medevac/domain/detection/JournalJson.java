package io.medevac.domain.detection;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of a journal in JSON, or of a log shipper: the members of an object that are strings,
 * numbers or, as journald writes what is no text, lists of bytes. What is broken or cut off gives
 * what can be read of it.
 */
final class JournalJson {
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;
    private static final int BYTE = 0xff;

    private final String text;
    private int at;

    private JournalJson(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** The members; empty when the line is no object. */
    static Map<String, String> members(String line) {
        int start = 0;
        while (start < line.length() && line.charAt(start) <= ' ') {
            start++;
        }
        return start < line.length() && line.charAt(start) == '{'
                ? new JournalJson(line, start + 1).read()
                : Map.of();
    }

    private Map<String, String> read() {
        Map<String, String> members = new HashMap<>();
        while (skipTo('"')) {
            String key = string();
            if (!skipTo(':')) {
                break;
            }
            at++;
            String value = value();
            if (value != null) {
                members.putIfAbsent(key, value);
            }
        }
        return members;
    }

    /** Over blanks and commas; whether this character follows. */
    private boolean skipTo(char wanted) {
        while (at < text.length() && (text.charAt(at) <= ' ' || text.charAt(at) == ',')) {
            at++;
        }
        return at < text.length() && text.charAt(at) == wanted;
    }

    private @Nullable String value() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        if (at >= text.length()) {
            return null;
        }
        return switch (text.charAt(at)) {
            case '"' -> string();
            case '[' -> bytes();
            case '{' -> {
                nested();
                yield null;
            }
            default -> literal();
        };
    }

    private String literal() {
        int start = at;
        while (at < text.length() && ",}] \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private String string() {
        StringBuilder read = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                break;
            }
            if (c == '\\' && at < text.length()) {
                escaped(read);
            } else if (c != '\\') {
                read.append(c);
            }
        }
        return read.toString();
    }

    private void escaped(StringBuilder read) {
        char c = text.charAt(at++);
        switch (c) {
            case 'n' -> read.append('\n');
            case 't' -> read.append('\t');
            case 'r' -> read.append('\r');
            case 'b' -> read.append('\b');
            case 'f' -> read.append('\f');
            case 'u' -> unicode(read);
            default -> read.append(c);
        }
    }

    private void unicode(StringBuilder read) {
        int value = 0;
        int end = Math.min(text.length(), at + HEX_DIGITS);
        while (at < end && Character.digit(text.charAt(at), HEX) >= 0) {
            value = value * HEX + Character.digit(text.charAt(at++), HEX);
        }
        read.append((char) value);
    }

    /** A list of numbers as the text that they are the bytes of; null when it is another list. */
    private @Nullable String bytes() {
        int start = at;
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        at++;
        while (at < text.length() && text.charAt(at) != ']') {
            char c = text.charAt(at);
            if (c >= '0' && c <= '9') {
                read.write(number());
            } else if (c <= ' ' || c == ',') {
                at++;
            } else {
                at = start;
                nested();
                return null;
            }
        }
        at++;
        return read.toString(StandardCharsets.UTF_8);
    }

    private int number() {
        int value = 0;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            value = value * 10 + text.charAt(at++) - '0' & BYTE;
        }
        return value;
    }

    private void nested() {
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                string();
                continue;
            }
            at++;
            if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return;
            }
        }
    }
}
