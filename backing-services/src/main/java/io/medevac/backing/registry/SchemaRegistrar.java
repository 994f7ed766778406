package io.medevac.backing.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * Registers event schemas through the API that all registries of this kind share. The subject is
 * the full name of the record (RecordNameStrategy), since a topic carries several kinds of events.
 * Services never register anything themselves.
 */
public final class SchemaRegistrar {

    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI registry;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /**
     * A registrar for one registry.
     *
     * @param registry base of its Confluent-compatible API
     */
    public SchemaRegistrar(URI registry) {
        this.registry = registry;
    }

    /**
     * Registers schemas that are not there yet, after having asked the registry to refuse
     * incompatible ones.
     *
     * @return id by subject
     * @throws IOException when the registry does not answer or refuses, for example since a schema
     *     cannot be read by the readers of an earlier version
     */
    public Map<String, Integer> register(Collection<Schema> schemas)
            throws IOException, InterruptedException {
        call("PUT", "/config", Map.of("compatibility", "FULL_TRANSITIVE"));
        Map<String, Integer> ids = new LinkedHashMap<>();
        for (Schema schema : schemas) {
            String subject = URLEncoder.encode(schema.getFullName(), StandardCharsets.UTF_8);
            JsonNode answer =
                    call(
                            "POST",
                            "/subjects/" + subject + "/versions",
                            Map.of("schema", schema.toString()));
            ids.put(schema.getFullName(), answer.required("id").intValue());
        }
        return ids;
    }

    private JsonNode call(String method, String path, Map<String, String> body)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(registry + path))
                        .timeout(TIMEOUT)
                        .header("Content-Type", CONTENT_TYPE)
                        .method(
                                method,
                                HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(
                    "%s %s answered %d: %s"
                            .formatted(
                                    method, request.uri(), response.statusCode(), response.body()));
        }
        return JSON.readTree(response.body());
    }
}
