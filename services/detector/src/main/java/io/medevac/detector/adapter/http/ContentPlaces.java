package io.medevac.detector.adapter.http;

import io.medevac.detector.adapter.shipped.NodeLines.Place;
import io.medevac.detector.adapter.shipped.ShippedRecord;
import io.medevac.detector.application.RawChunk.RawLine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * Places of lines that have no position: from their content, so that the same bytes sent again are
 * the same signals. Equal records of one request are told apart by their order. A line that does
 * not say when it was written would be the same for ever; it counts as the same within one hour
 * (UTC) of its receipt, so that a sender who repeats a request repeats no signal, and a GPU that
 * fails again later is a signal again.
 */
final class ContentPlaces {
    private final String hour;
    private final Map<Long, Integer> seen = new HashMap<>();

    /** For one request. */
    ContentPlaces(Instant receivedAt) {
        this.hour = receivedAt.truncatedTo(ChronoUnit.HOURS).toString();
    }

    /**
     * Places of the lines of a record.
     *
     * @param text the record as it was sent
     */
    Place of(String text, ShippedRecord record) {
        return (number, at, kernel, line) -> {
            boolean timed = record.timed(line);
            long position = digest(text + "\n" + number + "\n" + (timed ? "" : hour));
            int ordinal = seen.merge(position, 1, Integer::sum) - 1;
            return new RawLine(position, ordinal, at, kernel, line);
        };
    }

    private static long digest(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() & Long.MAX_VALUE;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
