package io.medevac.domain.notification;

import io.medevac.domain.fault.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts a message together: a title, paragraphs, a table of details, data for machines. */
final class Letter {

    private static final int TITLE = 200;
    private static final int PARAGRAPH = 1_000;
    private static final int DETAIL = 500;

    private final Origin origin;
    private final String type;
    private final String title;
    private final List<String> paragraphs = new ArrayList<>();
    private final Map<String, String> details = new LinkedHashMap<>();
    private final Map<String, Object> data = new LinkedHashMap<>();

    /**
     * A letter that already carries what every message says in its data.
     *
     * @param type kind of news for machines
     */
    Letter(Origin origin, String type, String title) {
        this.origin = origin;
        this.type = type;
        this.title = Plain.line(title, TITLE);
        data("event", origin.eventId().toString());
        data("incident", origin.incidentId() == null ? null : origin.incidentId().toString());
        data("cluster", origin.cluster());
        data("node", origin.node());
        data("title", title);
    }

    /** Adds a paragraph; an empty one is left out. */
    Letter say(String paragraph) {
        if (!paragraph.isBlank()) {
            paragraphs.add(Plain.line(paragraph.strip(), PARAGRAPH));
        }
        return this;
    }

    /** Adds a line to the table under the text; the name is ours, the value may be anybody's. */
    Letter detail(String name, String value) {
        details.put(Plain.line(name, DETAIL), Plain.line(value, DETAIL));
        return this;
    }

    /**
     * Adds a value for machines; null is left out, text is made harmless, whole numbers are longs.
     */
    Letter data(String name, @Nullable Object value) {
        if (value != null) {
            data.put(name, harmless(value));
        }
        return this;
    }

    /** Adds the fault for machines. */
    Letter fault(Fault fault) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", fault.kind());
        put(values, "code", fault.code());
        put(values, "gpuIndex", fault.gpu().index());
        put(values, "gpuPci", fault.gpu().pci());
        put(values, "gpuUuid", fault.gpu().uuid());
        values.put("severity", fault.severity().name());
        values.put("action", fault.action().name());
        values.put("rule", fault.rule());
        values.put("message", fault.message());
        return data("fault", values);
    }

    /** Adds the job for machines. */
    Letter job(TroubledJob job) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("id", job.id());
        values.put("name", job.name());
        values.put("user", job.user());
        values.put("nodes", job.nodes());
        values.put("restartCount", job.restartCount());
        return data("job", values);
    }

    /** Ends with where and when it happened, and where to read on. */
    Message signed() {
        detail("Cluster", origin.cluster());
        detail("Node", origin.node());
        detail("Time", Spoken.time(origin.occurredAt()));
        if (origin.incidentId() != null) {
            detail("Read more", "medevac show " + origin.incidentId());
        }
        return new Message(type, title, text(), html(), data);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        paragraphs.forEach(paragraph -> text.append(paragraph).append("\n\n"));
        int width = details.keySet().stream().mapToInt(String::length).max().orElse(0);
        details.forEach(
                (name, value) ->
                        text.append(name)
                                .append(": ")
                                .append(" ".repeat(width - name.length()))
                                .append(value)
                                .append('\n'));
        return text.toString();
    }

    private String html() {
        StringBuilder body = new StringBuilder();
        paragraphs.forEach(
                paragraph -> body.append("<p>").append(Plain.html(paragraph)).append("</p>\n"));
        StringBuilder rows = new StringBuilder();
        details.forEach(
                (name, value) ->
                        rows.append("<tr><td>")
                                .append(Plain.html(name))
                                .append("</td><td>")
                                .append(Plain.html(value))
                                .append("</td></tr>\n"));
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>%1$s</title></head>
            <body style="font-family:sans-serif;max-width:44em">
            <h2 style="font-size:1.1em">%1$s</h2>
            %2$s<table style="font-size:0.9em;color:#444">
            %3$s</table>
            </body>
            </html>
            """
                .formatted(Plain.html(title), body, rows);
    }

    private static void put(Map<String, Object> values, String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    private static Object harmless(Object value) {
        return switch (value) {
            case String text -> Plain.line(text, PARAGRAPH);
            case Integer number -> number.longValue();
            case List<?> list -> list.stream().map(Letter::harmless).toList();
            case Map<?, ?> map -> harmlessMap(map);
            default -> value;
        };
    }

    private static Map<String, Object> harmlessMap(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put(String.valueOf(name), harmless(value)));
        return copy;
    }
}
