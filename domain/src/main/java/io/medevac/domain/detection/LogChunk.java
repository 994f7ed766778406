package io.medevac.domain.detection;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of one node's kernel log, read without a gap.
 *
 * @param node the node whose log it is
 * @param origin the exact source: file and its identity, topic and partition
 * @param follows the origin that ended where this one begins (a file before its rotation); null
 *     when there is none
 * @param end position after the last line
 * @param positionsGrow whether what lies before a stored position has been taken in for sure; false
 *     where positions can come again (a topic made anew), so that only the identity of each signal
 *     tells
 * @param latestBoot whether, as far as the source can see, no other boot begins after these lines
 * @param sightings the lines that say something, in order
 */
public record LogChunk(
        String node,
        String origin,
        @Nullable String follows,
        long end,
        boolean positionsGrow,
        boolean latestBoot,
        List<Sighting> sightings) {

    /** Keeps a copy. */
    public LogChunk {
        sightings = List.copyOf(sightings);
    }

    /**
     * A line that says something.
     *
     * @param signalId identity of the signal, if the line is one
     * @param incidentIfFirst identity of the incident that this line opens, if it opens one
     * @param position its position
     * @param line what it says
     * @param writtenAt when it was written, by the stamp it has or since it was read as it came;
     *     null when not known
     * @param raw the line, made safe, at most {@link Signal#RAW_LIMIT} characters
     */
    public record Sighting(
            UUID signalId,
            UUID incidentIfFirst,
            long position,
            KernelLine line,
            @Nullable Instant writtenAt,
            String raw) {

        /**
         * Whether it counts once and never again: what can be a signal, by itself or with the lines
         * after it, and the beginning of a boot.
         */
        public boolean countsOnce() {
            return line.fact() instanceof KernelFact.BootStarted
                    || line.fact() instanceof KernelFact.XidReported
                    || line.fact() instanceof KernelFact.Observed
                    || BegunReport.of(this) != null;
        }
    }
}
