package io.medevac.launcher.classify;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Looks for any of some words in much noise. A word of at least {@value #ANCHOR} bytes has one of
 * the pairs of bytes that it begins with at every fourth place, so only every fourth place is
 * looked at, and seldom more than that.
 */
final class NeedleSearch {
    private static final int ANCHOR = 5;
    private static final int STRIDE = ANCHOR - 1;
    private static final int BYTE = 0xff;
    private static final int PAIRS = 1 << 16;

    private final boolean[] known = new boolean[PAIRS];
    private final byte[][] needles;

    /**
     * @param needles words of ASCII of at least five characters
     */
    NeedleSearch(List<String> needles) {
        this.needles =
                needles.stream()
                        .map(needle -> needle.getBytes(StandardCharsets.US_ASCII))
                        .toArray(byte[][]::new);
        for (byte[] needle : this.needles) {
            if (needle.length < ANCHOR) {
                throw new IllegalArgumentException("a needle is too short");
            }
            for (int i = 0; i < STRIDE; i++) {
                known[pair(needle, i)] = true;
            }
        }
    }

    /** Where the next needle begins that lies within the range; -1 when there is none. */
    int next(byte[] text, int from, int to) {
        boolean[] pairs = known;
        int last = to - 1;
        for (int i = from; i < last; i += STRIDE) {
            if (pairs[((text[i] & BYTE) << Byte.SIZE) | (text[i + 1] & BYTE)]) {
                int found = around(text, i, from, to);
                if (found >= 0) {
                    return found;
                }
            }
        }
        return -1;
    }

    private int around(byte[] text, int at, int from, int to) {
        for (byte[] needle : needles) {
            for (int i = 0; i < STRIDE; i++) {
                int start = at - i;
                if (start >= from
                        && start + needle.length <= to
                        && text[at] == needle[i]
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

    private static int pair(byte[] text, int at) {
        return ((text[at] & BYTE) << Byte.SIZE) | (text[at + 1] & BYTE);
    }
}
