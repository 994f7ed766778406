package io.medevac.schemas;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;

/** {@code docs/events.md}: every event by topic, field by field, with one payload. */
final class EventsPage {

    private final StringBuilder page = new StringBuilder();

    private EventsPage() {}

    static String render() {
        EventsPage page = new EventsPage();
        page.line(introduction().stripTrailing());
        String topic = "";
        for (Schema event : EventSchemas.events()) {
            if (!event.getProp(EventSchemas.TOPIC).equals(topic)) {
                topic = event.getProp(EventSchemas.TOPIC);
                page.line("\n## " + topic);
            }
            page.event(event);
        }
        page.line("\n## Parts of events");
        EventSchemas.parts().forEach(page::part);
        return page.page.toString();
    }

    private static String introduction() {
        return """
            # Events

            <!-- Generated from schemas/src/main/avro; written anew by: %s -->

            Every value is Avro in Confluent wire format: a zero byte, the schema id (4 bytes, big endian), the Avro binary
            encoding. Subjects in the registry are record names. The record key is `<cluster>/<node>`. Headers carry the
            CloudEvents attributes (`ce_id`, `ce_type`, `ce_source`, `ce_time`, `ce_subject`) and `traceparent`. Records that cannot
            be handled are on `<topic>.dlq` with reason, topic, partition and offset in their headers. Payloads below are in Avro's
            JSON encoding.
            """
                .formatted(Regeneration.COMMAND);
    }

    private void event(Schema event) {
        line("\n### " + event.getName());
        line("\n" + event.getDoc() + " Written by: " + event.getProp(EventSchemas.PRODUCER) + ".");
        fields(event);
        List<Integer> versions = ReleasedSchemas.versions(event.getFullName());
        if (!versions.isEmpty()) {
            line("\n<details><summary>Payload</summary>\n\n```json");
            line(ReleasedSchemas.sample(event.getFullName(), versions.getLast()).stripTrailing());
            line("```\n</details>");
        }
    }

    private void part(Schema part) {
        line("\n### " + part.getName());
        line("\n" + part.getDoc());
        if (part.getType() == Schema.Type.ENUM) {
            line("\nOne of " + symbols(part) + ".");
        } else {
            fields(part);
        }
    }

    private void fields(Schema record) {
        line("\n| field | type | meaning |");
        line("|---|---|---|");
        for (Schema.Field field : record.getFields()) {
            line(
                    "| `%s` | %s | %s |"
                            .formatted(field.name(), type(field.schema()), cell(field.doc())));
        }
    }

    private static String type(Schema schema) {
        LogicalType logical = schema.getLogicalType();
        if (logical != null) {
            return logical.getName();
        }
        return switch (schema.getType()) {
            case UNION -> type(schema.getTypes().getLast()) + " or null";
            case ARRAY -> "list of " + type(schema.getElementType());
            case MAP -> "map to " + type(schema.getValueType());
            case RECORD, ENUM, FIXED ->
                    "[%s](#%s)"
                            .formatted(schema.getName(), schema.getName().toLowerCase(Locale.ROOT));
            case STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL ->
                    schema.getType().getName();
        };
    }

    private static String symbols(Schema part) {
        return part.getEnumSymbols().stream()
                .map(symbol -> "`" + symbol + "`")
                .collect(Collectors.joining(", "));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private void line(String text) {
        page.append(text).append('\n');
    }
}
