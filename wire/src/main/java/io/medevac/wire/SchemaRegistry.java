package io.medevac.wire;

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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * Read access to a schema registry with a Confluent-compatible API (Apicurio Registry under {@code
 * /apis/ccompat/v7}, Confluent Schema Registry). Subjects are record names. Never registers: that
 * is done at release. Blocking; answers are kept for the life of the process, since an id never
 * changes its schema.
 *
 * <p>A dead or failing registry is a {@link TransientFailure}; an id or schema it does not know is
 * a {@link PermanentFailure}.
 */
public final class SchemaRegistry {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI base;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final Map<Integer, Schema> byId = new ConcurrentHashMap<>();
    private final Map<Schema, Integer> ids = new ConcurrentHashMap<>();

    /**
     * @param base base of the API, without a slash at the end
     */
    public SchemaRegistry(URI base) {
        this.base = base;
    }

    /** Whether the id of this schema is known already, so that {@link #idOf} will not block. */
    public boolean knows(Schema schema) {
        return ids.containsKey(schema);
    }

    /** Id of a registered schema. */
    public int idOf(Schema schema) {
        Integer known = ids.get(schema);
        if (known != null) {
            return known;
        }
        String subject = URLEncoder.encode(schema.getFullName(), StandardCharsets.UTF_8);
        String body = JSON.createObjectNode().put("schema", schema.toString()).toString();
        JsonNode answer =
                call(
                        HttpRequest.newBuilder(URI.create(base + "/subjects/" + subject))
                                .header("Content-Type", CONTENT_TYPE)
                                .POST(HttpRequest.BodyPublishers.ofString(body)),
                        "schema " + schema.getFullName());
        int id = answer.path("id").asInt(-1);
        if (id < 0) {
            throw new TransientFailure("registry answered without an id for " + subject);
        }
        ids.put(schema, id);
        return id;
    }

    /** Schema of an id. */
    public Schema byId(int id) {
        Schema known = byId.get(id);
        if (known != null) {
            return known;
        }
        JsonNode answer =
                call(
                        HttpRequest.newBuilder(URI.create(base + "/schemas/ids/" + id)).GET(),
                        "schema id " + id);
        try {
            Schema schema = new Schema.Parser().parse(answer.path("schema").asText());
            byId.put(id, schema);
            return schema;
        } catch (SchemaParseException e) {
            throw new PermanentFailure("schema id " + id + " is no Avro schema", e);
        }
    }

    /**
     * Asks the registry for its subjects.
     *
     * @throws TransientFailure when it does not answer
     */
    public void ping() {
        call(HttpRequest.newBuilder(URI.create(base + "/subjects")).GET(), "subjects");
    }

    private JsonNode call(HttpRequest.Builder request, String what) {
        try {
            HttpResponse<String> response =
                    http.send(
                            request.timeout(TIMEOUT).build(),
                            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            if (response.statusCode() == 404 || response.statusCode() == 422) {
                throw new PermanentFailure(
                        what + " is not in the registry " + base + "; register the schemas");
            }
            if (response.statusCode() != 200) {
                throw new TransientFailure(
                        "registry " + base + " answered " + response.statusCode() + " for " + what);
            }
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new TransientFailure("registry " + base + " does not answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransientFailure("interrupted while asking the registry", e);
        }
    }
}
