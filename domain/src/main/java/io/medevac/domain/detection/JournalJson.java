package io.medevac.domain.detection;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One line of a journal in JSON, or of a log shipper: the members of an object that are strings,
 * numbers or, as journald writes what is no text, lists of bytes; those of inner objects by their
 * path ({@code kubernetes.pod_name}). A name that stands twice keeps both values, so that whoever
 * can add one hides no other. What is broken or cut off gives what can be read of it.
 */
final class JournalJson {
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;
    private static final int BYTE = 0xff;

    /** Longest path to an inner object that is read, in characters; no shipper's is longer. */
    private static final int PATH = 64;

    private final Map<String, List<String>> members = new HashMap<>();
    private final String text;
    private int at;

    private JournalJson(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Reads a line; without members when it is no object. */
    static JournalJson of(String line) {
        int start = 0;
        while (start < line.length() && line.charAt(start) <= ' ') {
            start++;
        }
        JournalJson read = new JournalJson(line, start);
        if (start < line.length() && line.charAt(start) == '{') {
            read.object("");
        }
        return read;
    }

    /** The first value of this name; null when it has none. */
    @Nullable String first(String name) {
        return all(name).findFirst().orElse(null);
    }

    /** All values of this name. */
    Stream<String> all(String name) {
        return members.getOrDefault(name, List.of()).stream();
    }

    /** Reads over the object that begins here. */
    private void object(String path) {
        at++;
        while (skipTo('"')) {
            String name = path + string();
            if (!skipTo(':')) {
                break;
            }
            at++;
            if (skipTo('{') && name.length() < PATH) {
                object(name + '.');
                continue;
            }
            String value = value();
            if (value != null) {
                members.computeIfAbsent(name, any -> new ArrayList<>(1)).add(value);
            }
        }
        if (skipTo('}')) {
            at++;
        }
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
