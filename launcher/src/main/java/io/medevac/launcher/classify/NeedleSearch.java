package io.medevac.launcher.classify;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Looks for any of some words in much noise. Of every word five bytes in a row are the anchor: the
 * four pairs of bytes in it. One of them lies at a place that is a multiple of four, so only every
 * fourth place is looked at, eight of them with one question, and its neighbours only when the pair
 * there is one of an anchor. Written so that the first compiler of the JVM makes good code of it:
 * the second one takes longer than it saves on inputs of some gigabytes.
 */
final class NeedleSearch {
    private static final int ANCHOR = 5;
    private static final int STRIDE = ANCHOR - 1;
    private static final int FIRST = 1;
    private static final int LAST = 1 << (STRIDE - 1);
    private static final int PAIRS = 1 << 16;
    private static final int BLOCK = 32;
    private static final int ONE_PAIR = 0xffff;
    private static final VarHandle PAIR =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Bytes that are frequent in logs: an anchor without them stops the search less often. */
    private static final String FREQUENT = "etaoinsrdlcup 0123456789.:/=-\"";

    /** For each pair, at which of the four places in an anchor it can be: one bit each. */
    private final byte[] places = new byte[PAIRS];

    private final byte[][] needles;
    private final int[] anchors;

    /**
     * @param needles words of ASCII of at least five characters
     */
    NeedleSearch(List<String> needles) {
        this.needles =
                needles.stream()
                        .map(needle -> needle.getBytes(StandardCharsets.US_ASCII))
                        .toArray(byte[][]::new);
        this.anchors = new int[this.needles.length];
        for (int n = 0; n < anchors.length; n++) {
            byte[] needle = this.needles[n];
            if (needle.length < ANCHOR) {
                throw new IllegalArgumentException("a needle is too short");
            }
            anchors[n] = rarest(needle);
            for (int i = 0; i < STRIDE; i++) {
                places[pair(needle, anchors[n] + i)] |= (byte) (1 << i);
            }
        }
    }

    /**
     * Where a needle begins that lies within the range, in the first line that has one; else -1.
     */
    int next(byte[] text, int from, int to) {
        byte[] at = places;
        int i = from;
        for (; i + BLOCK <= to; i += BLOCK) {
            long a = (long) WORD.get(text, i);
            long b = (long) WORD.get(text, i + 8);
            long c = (long) WORD.get(text, i + 16);
            long d = (long) WORD.get(text, i + 24);
            int ab =
                    at[(int) a & ONE_PAIR]
                            | at[(int) (a >>> 32) & ONE_PAIR]
                            | at[(int) b & ONE_PAIR]
                            | at[(int) (b >>> 32) & ONE_PAIR];
            int cd =
                    at[(int) c & ONE_PAIR]
                            | at[(int) (c >>> 32) & ONE_PAIR]
                            | at[(int) d & ONE_PAIR]
                            | at[(int) (d >>> 32) & ONE_PAIR];
            if ((ab | cd) != 0) {
                int found = ab == 0 ? -1 : within(text, i, i + BLOCK / 2, from, to);
                if (found < 0 && cd != 0) {
                    found = within(text, i + BLOCK / 2, i + BLOCK, from, to);
                }
                if (found >= 0) {
                    return found;
                }
            }
        }
        return within(text, i, to - 1, from, to);
    }

    private int within(byte[] text, int begin, int end, int from, int to) {
        byte[] at = places;
        for (int i = begin; i < end; i += STRIDE) {
            int fits = at[(short) PAIR.get(text, i) & ONE_PAIR];
            if (fits != 0) {
                int found = maybe(text, i, fits, from, to);
                if (found >= 0) {
                    return found;
                }
            }
        }
        return -1;
    }

    /** Most pairs that are in an anchor are in none here: then their neighbours do not fit. */
    private int maybe(byte[] text, int i, int place, int from, int to) {
        int fits = place;
        if (i + 2 < to) {
            fits &= (places[pair(text, i + 1)] >> 1) | LAST;
        }
        if (fits != 0 && i > from) {
            fits &= (places[pair(text, i - 1)] << 1) | FIRST;
        }
        return fits == 0 ? -1 : around(text, i, from, to);
    }

    private int around(byte[] text, int at, int from, int to) {
        for (int n = 0; n < anchors.length; n++) {
            byte[] needle = needles[n];
            for (int i = 0; i < STRIDE; i++) {
                int start = at - i - anchors[n];
                if (start >= from
                        && start + needle.length <= to
                        && text[at] == needle[anchors[n] + i]
                        && begins(text, start, needle)) {
                    return start;
                }
            }
        }
        return -1;
    }

    private static boolean begins(byte[] text, int start, byte[] needle) {
        for (int i = 0; i < needle.length; i++) {
            if (text[start + i] != needle[i]) {
                return false;
            }
        }
        return true;
    }

    private static int rarest(byte[] needle) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int start = 0; start + ANCHOR <= needle.length; start++) {
            int frequent = 0;
            for (int i = start; i < start + STRIDE; i++) {
                boolean both = isFrequent(needle[i]) && isFrequent(needle[i + 1]);
                frequent += both ? 1 : 0;
            }
            if (frequent < least) {
                least = frequent;
                best = start;
            }
        }
        return best;
    }

    private static boolean isFrequent(byte b) {
        return FREQUENT.indexOf(b) >= 0;
    }

    private static int pair(byte[] text, int at) {
        return (short) PAIR.get(text, at) & ONE_PAIR;
    }
}
