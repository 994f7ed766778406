package io.medevac.detector.adapter.shipped;

import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.domain.detection.KernelFact.BootStarted;
import io.medevac.domain.detection.KernelLine;
import io.medevac.domain.detection.KernelLineParser;
import io.medevac.domain.detection.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lines of shipped records, sorted by the node whose kernel said them. A line belongs to the node
 * that its record names; where the host in the line contradicts it, the line may be of another
 * machine, and it is put aside and counted: nothing is done to any node for it. Where the record
 * names none, the host in the line does.
 */
public final class NodeLines {
    private static final int LONGEST_LINE = 16 * 1024;

    private final boolean compareHosts;
    private final Instant receivedAt;
    private final Map<String, List<RawLine>> lines = new LinkedHashMap<>();
    private int unplaced;
    private int overlong;
    private @Nullable String contradiction;

    /**
     * @param compareHosts whether the host in a line must be the record's node
     * @param receivedAt when the lines came
     */
    public NodeLines(boolean compareHosts, Instant receivedAt) {
        this.compareHosts = compareHosts;
        this.receivedAt = receivedAt;
    }

    /**
     * Adds the lines of a record.
     *
     * @param place where each of them stands
     * @return whether the node of at least one of them is known
     */
    public boolean add(ShippedRecord record, Place place) {
        boolean placed = false;
        int number = 0;
        for (String line : record.lines()) {
            String cut = Text.cut(line, LONGEST_LINE);
            overlong += cut.length() < line.length() ? 1 : 0;
            Optional<String> node = nodeOf(record, cut);
            if (node.isPresent()) {
                placed = true;
                lines.computeIfAbsent(node.get(), any -> new ArrayList<>())
                        .add(raw(record, cut, number, place));
            } else {
                unplaced++;
            }
            number++;
        }
        return placed;
    }

    /** Lines whose node is not certain. */
    public int unplaced() {
        return unplaced;
    }

    /** Lines that were cut, because they are longer than 16 Ki characters. */
    public int overlong() {
        return overlong;
    }

    /** The first contradiction met, for a person; empty when there was none. */
    public Optional<String> contradiction() {
        return Optional.ofNullable(contradiction);
    }

    /** The nodes that something is known of. */
    public Iterable<String> nodes() {
        return lines.keySet();
    }

    /**
     * The lines of a node as chunks: what was written before the last boot that they show, or a
     * while ago, may be followed by a boot that is not read yet, and stands in a chunk of its own.
     *
     * @param source kind of source
     * @param stream name of the log
     * @param origin the exact source
     * @param end position after the last line
     * @param freshAfter what was written before may be followed by another boot
     */
    public List<RawChunk> of(
            String node,
            Source source,
            String stream,
            String origin,
            long end,
            Instant freshAfter) {
        List<RawLine> all = lines.getOrDefault(node, List.of());
        int latest = latestFrom(all, freshAfter);
        List<RawChunk> chunks = new ArrayList<>(2);
        if (latest > 0) {
            chunks.add(chunk(source, stream, node, origin, end, false, all.subList(0, latest)));
        }
        if (latest < all.size()) {
            chunks.add(
                    chunk(
                            source,
                            stream,
                            node,
                            origin,
                            end,
                            true,
                            all.subList(latest, all.size())));
        }
        return chunks;
    }

    /** Index of the first line after which, for all that is seen, no other boot begins. */
    private static int latestFrom(List<RawLine> lines, Instant freshAfter) {
        int from = 0;
        for (int i = 0; i < lines.size(); i++) {
            RawLine line = lines.get(i);
            List<KernelLine> said = KernelLineParser.parse(line.text());
            Instant stamp =
                    said.stream()
                            .map(KernelLine::stamp)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null);
            Instant at = stamp == null ? line.writtenAt() : stamp;
            if (at != null && !at.isAfter(freshAfter)) {
                from = i + 1;
            } else if (said.stream().anyMatch(spoken -> spoken.fact() instanceof BootStarted)) {
                from = i;
            }
        }
        return from;
    }

    private static RawChunk chunk(
            Source source,
            String stream,
            String node,
            String origin,
            long end,
            boolean latest,
            List<RawLine> lines) {
        return new RawChunk(source, stream, node, origin, null, end, latest, false, lines);
    }

    private RawLine raw(ShippedRecord record, String line, int number, Place place) {
        Instant at = record.writtenAt() == null ? receivedAt : record.writtenAt();
        return place.at(number, at, record.kernel(), line);
    }

    private Optional<String> nodeOf(ShippedRecord record, String line) {
        String node = record.node();
        Optional<String> host = LineHead.host(line).or(() -> Optional.ofNullable(record.host()));
        if (node == null) {
            return host.flatMap(NodeNames::of);
        }
        if (compareHosts && host.filter(name -> !NodeNames.agree(node, name)).isPresent()) {
            if (contradiction == null) {
                contradiction = "record of " + node + ", line of " + host.get();
            }
            return Optional.empty();
        }
        return Optional.of(node);
    }

    /** Gives a line of a record its place. */
    @FunctionalInterface
    public interface Place {

        /**
         * The line at its place.
         *
         * @param number which line of its record, from 0
         */
        RawLine at(int number, Instant writtenAt, boolean kernel, String text);
    }
}
