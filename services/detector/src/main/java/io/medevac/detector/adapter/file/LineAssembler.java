package io.medevac.detector.adapter.file;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes lines from bytes as they come. A half line waits for its rest; a line that is too long is
 * cut, and what is over is dropped up to its end, so that memory stays small whatever comes.
 */
public final class LineAssembler {
    /** Bytes of a line that are kept. */
    static final int LIMIT = 16 * 1024;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private long start;
    private long position;
    private boolean cut;

    /**
     * @param position position of the first byte that will come, the begin of a line
     */
    public LineAssembler(long position) {
        this.start = position;
        this.position = position;
    }

    /** Takes bytes and gives the lines that they complete. */
    public void feed(byte[] bytes, int count, Consumer<Line> lines) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                keep(bytes, from, i);
                position += i + 1 - from;
                from = i + 1;
                lines.accept(complete());
            }
        }
        keep(bytes, from, count);
        position += count - from;
    }

    /** Position after the last byte taken. */
    long position() {
        return position;
    }

    /** Position after the last complete line: where to read on after a restart. */
    long lineStart() {
        return start;
    }

    /** Ends the line that has no end, because none will come any more; empty when there is none. */
    Optional<Line> end() {
        return position == start ? Optional.empty() : Optional.of(complete());
    }

    private void keep(byte[] bytes, int from, int to) {
        int room = LIMIT - line.size();
        if (to - from > room) {
            cut = true;
        }
        line.write(bytes, from, Math.min(to - from, room));
    }

    private Line complete() {
        Line complete = new Line(start, line.toString(StandardCharsets.UTF_8), cut);
        line.reset();
        start = position;
        cut = false;
        return complete;
    }

    /**
     * A line.
     *
     * @param position position of its first byte
     * @param text text without its end; bytes that are no UTF-8 are replaced
     * @param cut whether it was too long
     */
    public record Line(long position, String text, boolean cut) {}
}
