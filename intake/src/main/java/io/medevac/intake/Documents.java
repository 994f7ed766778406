package io.medevac.intake;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The JSON objects of a stream, one after the other, in bounded memory: those of an array and of
 * the {@code items} of a list are objects of their own. A broken object ends where a line begins
 * with the next; what is no object is given line by line.
 */
final class Documents {
    /** Longest object; Kubernetes stores none of this length. */
    static final int LONGEST = 4_194_304;

    private static final int LONGEST_LINE = 32_769;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final BufferedReader in;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder key = new StringBuilder();
    private long line = 1;
    private long start = 1;
    private int depth;
    private boolean quoted;
    private boolean escaped;
    private boolean ofList;
    private boolean afterList;
    private boolean lineBegins = true;

    Documents(InputStream in) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** A part of a stream. */
    sealed interface Part {

        /** Line at which it begins, from 1. */
        long line();
    }

    /** A whole object, as far as braces and quotes tell. */
    record Complete(long line, String text) implements Part {}

    /** A line that is no JSON, its beginning at most. */
    record Other(long line, String text) implements Part {}

    /** An object that does not end, or is too long. */
    record Broken(long line) implements Part {}

    /** The next part; null at the end of the stream. */
    @Nullable Part next() throws IOException {
        for (int c = in.read(); c >= 0; c = in.read()) {
            boolean first = lineBegins;
            lineBegins = c == '\n';
            Part part = depth == 0 ? outside((char) c) : inside((char) c, first);
            if (c == '\n') {
                line++;
            }
            if (part != null) {
                return part;
            }
        }
        boolean cut = depth > 0 && !afterList;
        depth = 0;
        return cut ? new Broken(start) : null;
    }

    private @Nullable Part outside(char c) throws IOException {
        if (c == '{') {
            begin();
            return null;
        }
        if (c == ']' && ofList) {
            afterList = true;
            ofList = false;
            depth = 1;
            return null;
        }
        if (Character.isWhitespace(c) || c == ',' || c == '[' || c == ']' || c == BYTE_ORDER_MARK) {
            return null;
        }
        return other(c);
    }

    private @Nullable Part inside(char c, boolean first) {
        if ((first && c == '{') || (quoted && c == '\n')) {
            boolean tail = afterList;
            long broken = start;
            end();
            if (c == '{') {
                begin();
            }
            return tail ? null : new Broken(broken);
        }
        if (!afterList) {
            text.append(c);
        }
        if (quoted) {
            inQuotes(c);
            return null;
        }
        switch (c) {
            case '"' -> {
                quoted = true;
                key.setLength(0);
            }
            case '{' -> depth++;
            case '[' -> {
                if (depth == 1 && !ofList && !afterList && "items".contentEquals(key)) {
                    end();
                    ofList = true;
                    return null;
                }
                depth++;
            }
            case '}', ']' -> depth--;
            default -> {}
        }
        if (depth == 0) {
            boolean tail = afterList;
            String object = text.toString();
            boolean list = ofList;
            end();
            ofList = list && !tail;
            return tail ? null : new Complete(start, object);
        }
        if (text.length() > LONGEST) {
            end();
            return new Broken(start);
        }
        return null;
    }

    private void inQuotes(char c) {
        if (escaped) {
            escaped = false;
        } else if (c == '\\') {
            escaped = true;
        } else if (c == '"') {
            quoted = false;
            return;
        }
        if (key.length() < 16) {
            key.append(c);
        }
    }

    private void begin() {
        text.setLength(0);
        text.append('{');
        key.setLength(0);
        start = line;
        depth = 1;
    }

    private void end() {
        depth = 0;
        quoted = false;
        escaped = false;
        afterList = false;
        ofList = false;
        text.setLength(0);
    }

    private Part other(char c) throws IOException {
        StringBuilder rest = new StringBuilder().append(c);
        in.mark(1);
        for (int more = in.read(); more >= 0 && more != '\n'; more = in.read()) {
            if (rest.length() < LONGEST_LINE) {
                rest.append((char) more);
            }
            in.mark(1);
        }
        in.reset();
        return new Other(line, rest.toString());
    }
}
