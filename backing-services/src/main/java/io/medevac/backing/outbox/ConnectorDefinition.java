package io.medevac.backing.outbox;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.backing.data.ShippedFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The definition of the outbox connector, in the form that a Kafka Connect worker takes.
 *
 * @param name name of the connector
 * @param config its configuration, variables resolved
 */
record ConnectorDefinition(String name, Map<String, String> config) {

    private static final String DATA = "connectors/outbox.json";

    private static final String PRODUCER = "producer.override.";

    /** How Kafka's EnvVarConfigProvider, registered as "env", is addressed. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)\\}");

    private static final ObjectMapper JSON = new ObjectMapper();

    ConnectorDefinition {
        config = Map.copyOf(config);
    }

    /** The definition that was shipped with this program, with variables of this environment. */
    static ConnectorDefinition shipped(Map<String, String> environment) {
        return ShippedFile.read(DATA, json -> parse(json, environment));
    }

    /**
     * Reads a definition.
     *
     * @throws IllegalArgumentException when it names a variable that is not set
     */
    static ConnectorDefinition parse(InputStream json, Map<String, String> environment)
            throws IOException {
        JsonNode root = JSON.readTree(json);
        Map<String, String> config = new TreeMap<>();
        JSON.convertValue(root.required("config"), new TypeReference<Map<String, String>>() {})
                .forEach((key, value) -> config.put(key, resolve(value, environment)));
        return new ConnectorDefinition(root.required("name").asText(), config);
    }

    private static String resolve(String value, Map<String, String> environment) {
        return VARIABLE.matcher(value)
                .replaceAll(match -> Matcher.quoteReplacement(valueOf(match, environment)));
    }

    private static String valueOf(MatchResult match, Map<String, String> environment) {
        String value = environment.get(match.group(1));
        if (value == null) {
            throw new IllegalArgumentException(
                    "the connector needs the variable " + match.group(1));
        }
        return value;
    }

    /** Properties of the producers that put its records on the topics. */
    Map<String, String> producer() {
        return config.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(PRODUCER))
                .collect(
                        Collectors.toMap(
                                entry -> entry.getKey().substring(PRODUCER.length()),
                                Map.Entry::getValue));
    }

    /** Leaves out the values: one of them is a password. */
    @Override
    public String toString() {
        return "ConnectorDefinition[" + name + ", " + config.keySet() + "]";
    }
}
