package io.medevac.detector.adapter.shipped;

import io.medevac.domain.detection.Speaker;
import io.medevac.domain.detection.Text;
import io.medevac.wire.PermanentFailure;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A record of a log shipper.
 *
 * @param node name of the node; null when neither a field nor the way it came names one
 * @param host what the journal names as its host beside the shipper's own fields; null when nothing
 * @param kernel false when a field says that somebody else than the kernel wrote the lines
 * @param writtenAt when it was written, as its fields say; null when none does
 * @param lines lines of a kernel log, without their ends
 */
public record ShippedRecord(
        @Nullable String node,
        @Nullable String host,
        boolean kernel,
        @Nullable Instant writtenAt,
        List<String> lines) {
    private static final Pattern LINE_END = Pattern.compile("\r?\n");
    private static final int LONGEST_HOST = 255;

    /** Fields that hold the line: Vector and rsyslog, Fluent Bit, journald, Fluent Bit's kmsg. */
    private static final List<String> TEXTS = List.of("message", "log", "MESSAGE", "msg");

    /** Fields that hold the host, the surest first. */
    private static final List<String> HOSTS =
            List.of(
                    "node",
                    "node_name",
                    "kubernetes.node_name",
                    "kubernetes.pod_node_name",
                    "kubernetes.host",
                    "hostname",
                    "host",
                    "_HOSTNAME",
                    "HOSTNAME",
                    "_hostname",
                    "host.name",
                    "host.hostname");

    /** Where the journal itself names its host. */
    private static final List<String> OF_THE_JOURNAL =
            List.of("_HOSTNAME", "HOSTNAME", "_hostname");

    /** Keeps a copy. */
    public ShippedRecord {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a JSON object of Fluent Bit, Vector, rsyslog or journald, or plain text.
     *
     * @param given the node, as the record's key or its request names it; a field wins
     * @throws PermanentFailure when it is no whole object, or has no line
     */
    public static ShippedRecord of(String text, Optional<String> given) {
        return isObject(text)
                ? ofObject(text, given)
                : new ShippedRecord(given.orElse(null), null, true, null, linesOf(text));
    }

    /** The same as of this node. */
    public ShippedRecord ofNode(String name) {
        return new ShippedRecord(name, host, kernel, writtenAt, lines);
    }

    /** Whether it says when this line of it was written. */
    public boolean timed(String line) {
        return writtenAt != null || LineHead.timed(line);
    }

    /**
     * The node's name in a record's key: {@code node}, or {@code cluster/node} as in our topics.
     */
    public static Optional<String> nodeOfKey(String key) {
        return NodeNames.of(key.substring(key.lastIndexOf('/') + 1));
    }

    /** Whether the text is meant to be a JSON object. */
    public static boolean isObject(String text) {
        return text.stripLeading().startsWith("{");
    }

    private static ShippedRecord ofObject(String text, Optional<String> given) {
        Members members;
        try {
            members = Members.of(text);
        } catch (IOException e) {
            throw new PermanentFailure("kernel record is broken JSON: " + firstLine(e));
        }
        String message =
                members.first(TEXTS)
                        .orElseThrow(
                                () ->
                                        new PermanentFailure(
                                                "kernel record has none of the fields " + TEXTS));
        Optional<String> node =
                HOSTS.stream()
                        .flatMap(members::all)
                        .flatMap(name -> NodeNames.of(name).stream())
                        .findFirst()
                        .or(() -> given);
        return new ShippedRecord(
                node.orElse(null),
                members.first(OF_THE_JOURNAL)
                        .filter(host -> host.length() <= LONGEST_HOST)
                        .map(Text::clean)
                        .orElse(null),
                Speaker.isKernel(members::all),
                Stamps.of(members).orElse(null),
                linesOf(message));
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static List<String> linesOf(String text) {
        return LINE_END.splitAsStream(text).toList();
    }
}
