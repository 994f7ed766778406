package io.medevac.launcher.classify;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The lines of an input that have one of some words, with their numbers. Lines without them are
 * counted and never decoded. Needs the same memory for any input: of a line that is too long the
 * beginning is taken.
 */
final class NeedleLines {
    /** Longest line that is taken whole. */
    static final int LINE_LIMIT = 1 << 16;

    private static final int BUFFER = 1 << 18;
    private static final byte NEWLINE = '\n';
    private static final long NEWLINES = 0x0a0a0a0a0a0a0a0aL;
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long EVEN_LANES = 0x00ff00ff00ff00ffL;
    private static final long SUM_OF_LANES = 0x0001000100010001L;
    private static final int STEP = 4 * Long.BYTES;

    /** So many that no lane of eight bits overflows: each step adds up to four. */
    private static final int STEPS = 255 / 4;

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final NeedleSearch search;
    private final byte[] buffer = new byte[BUFFER];

    private int filled;
    private long lines;
    private boolean skipping;
    private long cut;

    NeedleLines(List<String> needles) {
        this.search = new NeedleSearch(needles);
    }

    /** Takes the lines. */
    interface Taker {
        /** A line with one of the words, without its end. */
        void line(long number, String text);

        /** That all lines up to this one have been looked at. */
        void passed(long number);
    }

    /**
     * Reads to the end.
     *
     * @return how many of the lines that were taken were too long, and cut
     */
    long read(InputStream in, Taker taker) throws IOException {
        int read = in.read(buffer, filled, BUFFER - filled);
        while (read >= 0) {
            int fresh = filled;
            filled += read;
            take(fresh, taker);
            taker.passed(lines);
            read = in.read(buffer, filled, BUFFER - filled);
        }
        if (filled > 0) {
            lastLine(taker);
        }
        return cut;
    }

    /**
     * Takes the whole lines of the buffer and moves the rest to its beginning.
     *
     * @param fresh where the bytes begin that were read just now; no line ends before them
     */
    private void take(int fresh, Taker taker) {
        int begin = skipping ? skip() : 0;
        int unseen = Math.max(begin, fresh);
        int end = lastNewline(unseen) + 1;
        if (end > unseen) {
            scan(begin, end, taker);
            begin = end;
        }
        if (filled - begin > LINE_LIMIT) {
            takeCut(begin, begin + LINE_LIMIT, taker);
            skipping = true;
            begin = filled;
        }
        if (begin > 0) {
            System.arraycopy(buffer, begin, buffer, 0, filled - begin);
            filled -= begin;
        }
    }

    /** Passes over the rest of a line that was cut; gives where the next one begins. */
    private int skip() {
        int end = newline(0, filled);
        if (end == filled) {
            return filled;
        }
        skipping = false;
        lines++;
        return end + 1;
    }

    private void lastLine(Taker taker) {
        if (search.next(buffer, 0, filled) >= 0) {
            taker.line(lines + 1, text(0, filled));
        }
        filled = 0;
    }

    private void scan(int from, int to, Taker taker) {
        int counted = from;
        int hit = search.next(buffer, from, to);
        while (hit >= 0) {
            int begin = hit;
            while (begin > counted && buffer[begin - 1] != NEWLINE) {
                begin--;
            }
            lines += count(counted, begin);
            int end = newline(hit, to);
            if (end - begin <= LINE_LIMIT) {
                taker.line(lines + 1, text(begin, end));
            } else if (hit - begin < LINE_LIMIT) {
                takeCut(begin, begin + LINE_LIMIT, taker);
            }
            lines++;
            counted = end + 1;
            hit = search.next(buffer, counted, to);
        }
        lines += count(counted, to);
    }

    private void takeCut(int begin, int end, Taker taker) {
        if (search.next(buffer, begin, end) >= 0) {
            cut++;
            taker.line(lines + 1, text(begin, end));
        }
    }

    private String text(int begin, int end) {
        return new String(buffer, begin, end - begin, StandardCharsets.UTF_8);
    }

    private int newline(int from, int to) {
        int at = from;
        while (at < to && buffer[at] != NEWLINE) {
            at++;
        }
        return at;
    }

    private int lastNewline(int from) {
        int at = filled - 1;
        while (at >= from && buffer[at] != NEWLINE) {
            at--;
        }
        return at;
    }

    private int count(int from, int to) {
        byte[] text = buffer;
        int count = 0;
        int at = from;
        while (to - at >= STEP) {
            int end = at + Math.min((to - at) / STEP, STEPS) * STEP;
            long lanes = 0;
            for (; at < end; at += STEP) {
                lanes +=
                        newlines((long) WORDS.get(text, at))
                                + newlines((long) WORDS.get(text, at + 8))
                                + newlines((long) WORDS.get(text, at + 16))
                                + newlines((long) WORDS.get(text, at + 24));
            }
            long pairs = (lanes & EVEN_LANES) + ((lanes >>> 8) & EVEN_LANES);
            count += (int) ((pairs * SUM_OF_LANES) >>> 48);
        }
        for (; at < to; at++) {
            if (text[at] == NEWLINE) {
                count++;
            }
        }
        return count;
    }

    /** For each of eight bytes 1 where it is a newline, else 0. */
    private static long newlines(long word) {
        long other = word ^ NEWLINES;
        return ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS) >>> 7;
    }
}
