package io.medevac.detector.adapter.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Unpacks a body, never to more than the limit. */
final class PackedBody {
    private static final int BLOCK = 8 * 1024;

    private PackedBody() {}

    /** Why a body cannot be used; the answer says it. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Answer answer;

        Refused(Answer answer) {
            super(answer.text());
            this.answer = answer;
        }

        Answer answer() {
            return answer;
        }
    }

    /**
     * The body itself.
     *
     * @param coding value of {@code Content-Encoding}; empty when there is none
     * @param limit bytes that it may have
     * @throws Refused when it is longer, broken, or packed in another way
     */
    static byte[] unpack(byte[] body, String coding, long limit) throws Refused {
        return switch (coding.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> body;
            case "gzip", "x-gzip" -> gunzip(body, limit);
            default ->
                    throw new Refused(
                            Answer.unsupported(
                                    "Content-Encoding: gzip or none, nothing else is unpacked"));
        };
    }

    private static byte[] gunzip(byte[] body, long limit) throws Refused {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body), BLOCK)) {
            byte[] unpacked = in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE));
            if (unpacked.length > limit) {
                throw new Refused(Answer.tooLarge(limit));
            }
            return unpacked;
        } catch (IOException e) {
            throw new Refused(
                    Answer.wrong(
                            "the body is no whole gzip: send it again, or without Content-Encoding:"
                                    + " gzip"));
        }
    }
}
