package io.medevac.intake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Values out of JSON of any shape: what is missing or of another type is absent. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MOST_DIGITS = 9;

    private Json() {}

    /** The value of a text; empty when it is no JSON. */
    static Optional<JsonNode> parse(String text) {
        try {
            return Optional.ofNullable(MAPPER.readTree(text));
        } catch (JsonProcessingException broken) {
            return Optional.empty();
        }
    }

    /** A text, or a number or truth value as text; empty when there is none. */
    static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isValueNode() && !value.isNull() ? value.asText() : "";
    }

    /** A text that is not empty; null when there is none. */
    static @Nullable String name(JsonNode object, String field) {
        String text = text(object, field);
        return text.isBlank() ? null : text;
    }

    /** The first time that is given in one of these fields. */
    static @Nullable Instant time(JsonNode object, String... fields) {
        for (String field : fields) {
            Instant time = time(text(object, field));
            if (time != null) {
                return time;
            }
        }
        return null;
    }

    private static @Nullable Instant time(String text) {
        try {
            return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException broken) {
            return null;
        }
    }

    /** All fields whose values are texts, numbers or truth values. */
    static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new HashMap<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getValue().isValueNode() && !field.getValue().isNull()) {
                texts.put(field.getKey(), field.getValue().asText());
            }
        }
        return texts;
    }

    /** All fields whose values are whole numbers, as numbers or as texts. */
    static Map<String, Long> amounts(JsonNode object) {
        Map<String, Long> amounts = new HashMap<>();
        texts(object)
                .forEach(
                        (name, value) -> {
                            if (!value.isEmpty()
                                    && value.length() <= MOST_DIGITS
                                    && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                                amounts.put(name, Long.valueOf(value));
                            }
                        });
        return amounts;
    }
}
