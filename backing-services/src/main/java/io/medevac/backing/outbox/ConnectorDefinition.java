package io.medevac.backing.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shipped definition of the outbox connector, as Kafka Connect's REST interface takes it. */
final class ConnectorDefinition {
    private static final String DATA = "/io/medevac/backing/k8s/connectors/outbox.json";

    /** Places that the deployment fills; {@code ${routedByValue}} is Debezium's own. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(MEDEVAC_[A-Z_]+)}");

    private ConnectorDefinition() {}

    /**
     * Configuration of the connector with its name, the variables filled from the environment.
     *
     * @throws IllegalStateException when a variable is not set
     */
    static Properties filled(Map<String, String> environment) throws IOException {
        try (InputStream json = ConnectorDefinition.class.getResourceAsStream(DATA)) {
            if (json == null) {
                throw new IllegalStateException(DATA + " is not on the class path");
            }
            JsonNode definition = new ObjectMapper().readTree(json);
            Map<String, String> config = new HashMap<>();
            definition
                    .get("config")
                    .properties()
                    .forEach(
                            entry ->
                                    config.put(
                                            entry.getKey(),
                                            fill(entry.getValue().asText(), environment)));
            Properties properties = new Properties();
            properties.putAll(config);
            properties.put("name", definition.get("name").asText());
            return properties;
        }
    }

    private static String fill(String value, Map<String, String> environment) {
        return VARIABLE.matcher(value)
                .replaceAll(
                        match -> {
                            String filled = environment.get(match.group(1));
                            if (filled == null) {
                                throw new IllegalStateException(match.group(1) + " is not set");
                            }
                            return Matcher.quoteReplacement(filled);
                        });
    }
}
