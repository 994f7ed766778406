package io.medevac.intake;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The JSON objects of a stream, one after the other, in bounded memory: those of an array and of
 * the {@code items} of a list are objects of their own. A broken object ends where a line begins
 * with the next, which is where JSON allows no object; what is no object is given line by line.
 */
final class Documents {
    /**
     * Longest object; Kubernetes stores none of this length, and 40 times as much is the most that
     * its values take.
     */
    static final int LONGEST = 2_097_152;

    /** Deepest object; the parser reads none that is deeper. */
    private static final int DEEPEST = 1000;

    private static final int LONGEST_LINE = 32_769;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final Reader in;
    private final char[] chunk = new char[8192];
    private int place;
    private int filled;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder key = new StringBuilder();
    private long line = 1;
    private long start = 1;
    private long depth;
    private final BitSet arrays = new BitSet(DEEPEST);
    private char before;
    private boolean tooLong;
    private boolean quoted;
    private boolean escaped;
    private boolean ofList;
    private boolean afterList;
    private boolean lineBegins = true;

    Documents(InputStream in) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
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
        for (int c = read(); c >= 0; c = read()) {
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
        end();
        return cut ? new Broken(start) : null;
    }

    private int read() throws IOException {
        if (place == filled) {
            filled = Math.max(in.read(chunk), 0);
            place = 0;
            if (filled == 0) {
                return -1;
            }
        }
        return chunk[place++];
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
            arrays.clear(1);
            before = c;
            return null;
        }
        if (Character.isWhitespace(c) || c == ',' || c == '[' || c == ']' || c == BYTE_ORDER_MARK) {
            return null;
        }
        return other(c);
    }

    private @Nullable Part inside(char c, boolean first) {
        if ((first && c == '{' && !mayHoldObject()) || (quoted && c == '\n')) {
            boolean tail = afterList;
            long broken = start;
            end();
            if (c == '{') {
                begin();
            }
            return tail ? null : new Broken(broken);
        }
        keep(c);
        if (quoted) {
            inQuotes(c);
            return null;
        }
        switch (c) {
            case '"' -> {
                quoted = true;
                key.setLength(0);
            }
            case '{' -> deeper(false);
            case '[' -> {
                if (depth == 1 && !ofList && !afterList && "items".contentEquals(key)) {
                    end();
                    ofList = true;
                    return null;
                }
                deeper(true);
            }
            case '}', ']' -> depth--;
            default -> {}
        }
        if (!Character.isWhitespace(c)) {
            before = c;
        }
        return depth == 0 ? whole() : null;
    }

    private void keep(char c) {
        if (afterList || tooLong) {
            return;
        }
        if (text.length() >= LONGEST || depth > DEEPEST) {
            tooLong = true;
            text.setLength(0);
        } else {
            text.append(c);
        }
    }

    private void deeper(boolean array) {
        depth++;
        if (depth <= DEEPEST) {
            arrays.set((int) depth, array);
        }
    }

    /** Whether JSON allows an object here. */
    private boolean mayHoldObject() {
        return depth <= DEEPEST
                && (before == ':' || before == '[' || (before == ',' && arrays.get((int) depth)));
    }

    private @Nullable Part whole() {
        boolean tail = afterList;
        boolean list = ofList;
        Part part = tooLong ? new Broken(start) : new Complete(start, text.toString());
        end();
        ofList = list && !tail;
        return tail ? null : part;
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
        arrays.clear(1);
        before = '{';
    }

    private void end() {
        depth = 0;
        tooLong = false;
        quoted = false;
        escaped = false;
        afterList = false;
        ofList = false;
        text.setLength(0);
    }

    private Part other(char c) throws IOException {
        StringBuilder rest = new StringBuilder().append(c);
        int more = read();
        while (more >= 0 && more != '\n') {
            if (rest.length() < LONGEST_LINE) {
                rest.append((char) more);
            }
            more = read();
        }
        if (more >= 0) {
            place--;
        }
        return new Other(line, rest.toString());
    }
}
