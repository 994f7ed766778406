package io.medevac.detector.application;

import io.medevac.detector.port.Measurements.Source;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines of one node's kernel log as a source read them, without a gap.
 *
 * @param source kind of source
 * @param stream name of the log; the same after a restart and after a rotation
 * @param node the node whose log it is
 * @param origin the exact source
 * @param follows the origin that ended where this one begins; null when there is none
 * @param end position after the last line
 * @param latestBoot whether, as far as the source can see, no other boot begins after these lines
 * @param checkpoint whether to store the position even when no line says anything
 * @param lines the lines, in order
 */
public record RawChunk(
        Source source,
        String stream,
        String node,
        String origin,
        @Nullable String follows,
        long end,
        boolean latestBoot,
        boolean checkpoint,
        List<RawLine> lines) {

    /** Keeps a copy. */
    public RawChunk {
        lines = List.copyOf(lines);
    }

    /**
     * One line.
     *
     * @param position byte offset, or offset of the record that has the line
     * @param part which line of that record, from 0
     * @param writtenAt when it was written, as far as the source knows
     * @param kernel false when the source knows that somebody else than the kernel wrote it
     * @param text the line without its end, as read
     */
    public record RawLine(
            long position, int part, @Nullable Instant writtenAt, boolean kernel, String text) {}
}
