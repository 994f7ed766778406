package io.medevac.remediator.adapter.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.medevac.domain.remediation.cluster.Mark;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Our signed annotations as JSON. What is there but not understood is never taken for absent. */
final class MarkJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BY = "by";
    private static final String SIGNATURE = "medevac";
    private static final String INCIDENT = "incident";
    private static final String AT = "at";
    private static final String CORDONED_BEFORE = "cordonedBefore";
    private static final String LABELS_BEFORE = "labelsBefore";

    private MarkJson() {}

    /** What the annotation says; null means that there is none. */
    static Mark read(@Nullable String annotation) {
        if (annotation == null) {
            return Mark.none();
        }
        try {
            JsonNode json = JSON.readTree(annotation);
            if (!json.isObject() || !SIGNATURE.equals(json.path(BY).asText())) {
                return new Mark.Unreadable("not signed by medevac");
            }
            return new Mark.Signed(
                    UUID.fromString(json.path(INCIDENT).asText()),
                    Instant.parse(json.path(AT).asText()),
                    json.path(CORDONED_BEFORE).asBoolean(),
                    labels(json.path(LABELS_BEFORE)));
        } catch (JsonProcessingException e) {
            return new Mark.Unreadable("no JSON");
        } catch (IllegalArgumentException | DateTimeException e) {
            return new Mark.Unreadable("no incident or no time in it");
        }
    }

    /** The annotation's text. */
    static String write(Mark.Signed mark) {
        ObjectNode json =
                JSON.createObjectNode()
                        .put(BY, SIGNATURE)
                        .put(INCIDENT, mark.incident().toString())
                        .put(AT, mark.at().toString())
                        .put(CORDONED_BEFORE, mark.cordonedBefore());
        ObjectNode labels = json.putObject(LABELS_BEFORE);
        mark.labelsBefore().forEach(labels::put);
        return json.toString();
    }

    private static Map<String, String> labels(JsonNode json) {
        Map<String, String> labels = new HashMap<>();
        json.properties().forEach(entry -> labels.put(entry.getKey(), entry.getValue().asText()));
        return labels;
    }
}
