package io.medevac.launcher.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Events as JSON for machines: the fields of the schema under their own names, times as ISO 8601 in
 * UTC, identities as text, no wrappers around optional values.
 */
public final class EventJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectMapper JSON = new ObjectMapper();

    private EventJson() {}

    /** One line for one event: where it lies, what it is, and its fields. */
    public static String line(Recorded recorded) {
        ObjectNode line = NODES.objectNode();
        line.put("topic", recorded.topic());
        line.put("partition", recorded.partition());
        line.put("offset", recorded.offset());
        line.put("type", recorded.type());
        line.set("event", of(recorded.event()));
        return line(line);
    }

    /** Any JSON as one line. */
    public static String line(JsonNode json) {
        return JSON.valueToTree(json).toString();
    }

    /** The fields of a record. */
    public static ObjectNode of(IndexedRecord avro) {
        ObjectNode node = NODES.objectNode();
        for (Schema.Field field : avro.getSchema().getFields()) {
            node.set(field.name(), value(avro.get(field.pos())));
        }
        return node;
    }

    private static JsonNode value(@Nullable Object value) {
        return switch (value) {
            case null -> NODES.nullNode();
            case IndexedRecord inner -> of(inner);
            case Boolean flag -> NODES.booleanNode(flag);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(number);
            case Iterable<?> items -> array(items);
            case Map<?, ?> entries -> object(entries);
            default -> NODES.textNode(value.toString());
        };
    }

    private static ArrayNode array(Iterable<?> items) {
        ArrayNode array = NODES.arrayNode();
        items.forEach(item -> array.add(value(item)));
        return array;
    }

    private static ObjectNode object(Map<?, ?> entries) {
        ObjectNode object = NODES.objectNode();
        entries.forEach((key, item) -> object.set(key.toString(), value(item)));
        return object;
    }
}
