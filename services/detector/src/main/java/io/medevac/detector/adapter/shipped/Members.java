package io.medevac.detector.adapter.shipped;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The members of a JSON object, those of inner objects by their path ({@code kubernetes.host}). A
 * name that stands twice keeps both values, for a shipper writes a journal's fields as they come,
 * and whoever can add one must not be able to hide another.
 */
final class Members {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int BYTE = 0xff;

    /** Longest path to an inner object that is read, in characters; no shipper's is longer. */
    private static final int PATH = 64;

    private final Map<String, List<String>> values = new HashMap<>();

    private Members() {}

    /**
     * Reads an object.
     *
     * @throws IOException when it is broken, or something follows it
     */
    static Members of(String object) throws IOException {
        Members members = new Members();
        try (JsonParser json = JSON.createParser(object)) {
            json.nextToken();
            members.read(json, "");
            if (json.nextToken() != null) {
                throw new IOException("more than one object");
            }
        }
        return members;
    }

    /** The first value of the first of these names that has one. */
    Optional<String> first(List<String> names) {
        return names.stream().flatMap(this::all).findFirst();
    }

    /** All values of this name. */
    Stream<String> all(String name) {
        return values.getOrDefault(name, List.of()).stream();
    }

    /** Reads up to the end of the object whose begin is the current token. */
    private void read(JsonParser json, String path) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = path + json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && name.length() < PATH) {
                read(json, name + ".");
            } else if (value == JsonToken.START_OBJECT) {
                json.skipChildren();
            } else if (value == JsonToken.START_ARRAY) {
                bytes(json).ifPresent(text -> add(name, text));
            } else if (value != JsonToken.VALUE_NULL) {
                add(name, json.getText());
            }
        }
    }

    /** What the journal writes for text that is no UTF-8: a list of its bytes. */
    private static Optional<String> bytes(JsonParser json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean only = true;
        for (JsonToken token = json.nextToken();
                token != JsonToken.END_ARRAY;
                token = json.nextToken()) {
            if (token == JsonToken.VALUE_NUMBER_INT) {
                bytes.write((int) json.getValueAsDouble() & BYTE);
            } else {
                only = false;
                json.skipChildren();
            }
            if (token == null) {
                throw new IOException("an array without an end");
            }
        }
        return only && bytes.size() > 0
                ? Optional.of(bytes.toString(StandardCharsets.UTF_8))
                : Optional.empty();
    }

    private void add(String name, String value) {
        values.computeIfAbsent(name, any -> new ArrayList<>(1)).add(value);
    }
}
