package io.medevac.intake;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of a stream, each in bounded memory: of a longer one the beginning. */
final class Lines {
    private final BufferedReader in;
    private final int longest;
    private final StringBuilder line = new StringBuilder();
    private long number;

    /**
     * Lines of at most this many characters; bytes that are no UTF-8 become replacement characters.
     */
    Lines(InputStream in, int longest) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.longest = longest;
    }

    /** The next line without its end; null at the end of the stream. */
    @Nullable String next() throws IOException {
        line.setLength(0);
        int c = in.read();
        if (c < 0) {
            return null;
        }
        number++;
        while (c >= 0 && c != '\n') {
            if (line.length() < longest) {
                line.append((char) c);
            }
            c = in.read();
        }
        return line.toString();
    }

    /** Number of the line that was read last, from 1. */
    long number() {
        return number;
    }
}
