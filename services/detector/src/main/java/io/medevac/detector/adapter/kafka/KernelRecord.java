package io.medevac.detector.adapter.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.wire.PermanentFailure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A record of a log shipper.
 *
 * @param node name of the node
 * @param kernel false when the shipper says that somebody else than the kernel wrote the lines
 * @param lines lines of its kernel log
 */
record KernelRecord(String node, boolean kernel, List<String> lines) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?");
    private static final Pattern LINE_END = Pattern.compile("\r?\n");
    private static final String KERNEL = "kernel";

    /** Fields that hold the line: Fluent Bit, Vector, rsyslog, journald. */
    private static final List<String> TEXTS = List.of("message", "log", "MESSAGE", "msg");

    /** Fields that hold the host, the surest first. */
    private static final List<String> HOSTS =
            List.of(
                    "node",
                    "node_name",
                    "kubernetes.node_name",
                    "kubernetes.host",
                    "hostname",
                    "host",
                    "_HOSTNAME");

    /** Fields in which a shipper tells who spoke; journald's transport cannot be forged. */
    private static final List<String> TRANSPORTS = List.of("_TRANSPORT", "transport");

    /**
     * Reads a record: a JSON object of Fluent Bit, Vector, rsyslog or journald with the host in a
     * field or as the record's key, or plain text with the node as the record's key.
     *
     * @throws PermanentFailure when it names no node or has no line
     */
    static KernelRecord of(byte @Nullable [] key, byte @Nullable [] value) {
        if (value == null) {
            throw new PermanentFailure("kernel record without a value");
        }
        String text = new String(value, StandardCharsets.UTF_8);
        Optional<String> keyed =
                key == null
                        ? Optional.empty()
                        : name(new String(key, StandardCharsets.UTF_8).strip());
        return object(text)
                .map(json -> ofJson(json, keyed))
                .orElseGet(() -> new KernelRecord(named(keyed), true, linesOf(text)));
    }

    private static KernelRecord ofJson(JsonNode json, Optional<String> keyed) {
        String text =
                TEXTS.stream()
                        .map(json::path)
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::textValue)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new PermanentFailure(
                                                "kernel record has none of the fields " + TEXTS));
        Optional<String> host =
                HOSTS.stream().flatMap(field -> field(json, field)).findFirst().or(() -> keyed);
        boolean foreign =
                TRANSPORTS.stream()
                        .map(json::path)
                        .anyMatch(said -> said.isTextual() && !KERNEL.equals(said.textValue()));
        return new KernelRecord(named(host), !foreign, linesOf(text));
    }

    private static Stream<String> field(JsonNode json, String path) {
        JsonNode value = json;
        for (String step : path.split("\\.", -1)) {
            value = value.path(step);
        }
        return value.isTextual() ? name(value.textValue().strip()).stream() : Stream.empty();
    }

    private static Optional<JsonNode> object(String text) {
        if (!text.stripLeading().startsWith("{")) {
            return Optional.empty();
        }
        try {
            JsonNode json = JSON.readTree(text);
            return json != null && json.isObject() ? Optional.of(json) : Optional.empty();
        } catch (JsonProcessingException e) {
            throw new PermanentFailure("kernel record is broken JSON: " + e.getOriginalMessage());
        }
    }

    private static Optional<String> name(String text) {
        // The key of our own topics is cluster/node.
        String last = text.substring(text.lastIndexOf('/') + 1);
        return NAME.matcher(last).matches() ? Optional.of(last) : Optional.empty();
    }

    private static String named(Optional<String> node) {
        return node.orElseThrow(
                () -> new PermanentFailure("kernel record names no node, in no field nor as key"));
    }

    private static List<String> linesOf(String text) {
        return LINE_END.splitAsStream(text).toList();
    }
}
