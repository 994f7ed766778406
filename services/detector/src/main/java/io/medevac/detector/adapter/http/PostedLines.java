package io.medevac.detector.adapter.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.detector.adapter.shipped.NodeLines;
import io.medevac.detector.adapter.shipped.ShippedRecord;
import io.medevac.wire.PermanentFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records of one request, by node. */
final class PostedLines {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<String> node;
    private final NodeLines lines;
    private final ContentPlaces places;
    private int records;
    private int refused;
    private boolean placed;
    private @Nullable String firstRefusal;

    /**
     * @param node the node that the request names, which wins over what a record names
     */
    PostedLines(Optional<String> node, boolean compareHosts, Instant receivedAt) {
        this.node = node;
        this.lines = new NodeLines(compareHosts, receivedAt);
        this.places = new ContentPlaces(receivedAt);
    }

    /**
     * Plain text, one line a record. A line that begins as an object is read as one, and is none of
     * the kernel's where it is broken.
     */
    void addText(String body) {
        body.lines().filter(line -> !line.isBlank()).forEach(this::addLine);
    }

    /** One object a line. */
    void addObjects(String body) {
        body.lines().filter(line -> !line.isBlank()).forEach(this::addObject);
    }

    /**
     * Lists of objects one after the other, read as a whole or not at all; or one object a line.
     */
    void addList(String body) {
        if (!body.stripLeading().startsWith("[")) {
            addObjects(body);
            return;
        }
        List<JsonNode> values = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(body)) {
            for (@Nullable JsonNode value = JSON.readTree(parser);
                    value != null;
                    value = JSON.readTree(parser)) {
                if (value.isArray()) {
                    value.forEach(values::add);
                } else {
                    values.add(value);
                }
            }
        } catch (JsonProcessingException e) {
            records++;
            refuse("broken JSON: " + e.getOriginalMessage());
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        values.forEach(value -> addObject(value.toString()));
    }

    private void addLine(String line) {
        if (ShippedRecord.isObject(line)) {
            addObject(line);
        } else {
            add(line, text(line));
        }
    }

    private void addObject(String text) {
        if (!ShippedRecord.isObject(text)) {
            records++;
            refuse("no JSON object");
            return;
        }
        try {
            add(text, ShippedRecord.of(text, node));
        } catch (PermanentFailure e) {
            records++;
            refuse(String.valueOf(e.getMessage()));
        }
    }

    private ShippedRecord text(String line) {
        return new ShippedRecord(node.orElse(null), null, true, null, List.of(line));
    }

    private void add(String text, ShippedRecord record) {
        records++;
        ShippedRecord of = node.map(record::ofNode).orElse(record);
        placed |= lines.add(of, places.of(text, of));
    }

    private void refuse(String why) {
        refused++;
        if (firstRefusal == null) {
            firstRefusal = "record " + records + ": " + why;
        }
    }

    /** Records in all. */
    int records() {
        return records;
    }

    /** Records that cannot be read. */
    int refused() {
        return refused;
    }

    /** Why the first of them cannot. */
    Optional<String> firstRefusal() {
        return Optional.ofNullable(firstRefusal);
    }

    /** Whether the node of at least one line is known. */
    boolean placed() {
        return placed;
    }

    NodeLines lines() {
        return lines;
    }
}
