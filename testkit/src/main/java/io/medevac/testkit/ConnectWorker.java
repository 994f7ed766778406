package io.medevac.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.backing.data.ShippedFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A Kafka Connect worker that is to run the connector of {@code k8s/connectors}. */
final class ConnectWorker {

    private static final String DEFINITION = "connectors/outbox.json";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI address;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    ConnectWorker(URI address) {
        this.address = address;
    }

    /**
     * Whether the connector and its task run. Gives the worker the definition when it has none, and
     * starts a failed task again, as an operator of Kafka Connect does.
     */
    boolean relays() throws IOException {
        JsonNode definition = ShippedFile.read(DEFINITION, JSON::readTree);
        String connector = "/connectors/" + definition.required("name").asText();
        HttpResponse<String> status = call("GET", connector + "/status", "");
        if (status.statusCode() == 404) {
            call("POST", "/connectors", definition.toString());
            return false;
        }
        if (status.statusCode() != 200 || call("GET", "/health", "").statusCode() != 200) {
            return false;
        }
        JsonNode found = JSON.readTree(status.body());
        String task = found.path("tasks").path(0).path("state").asText();
        if (task.equals("FAILED")) {
            call("POST", connector + "/restart?includeTasks=true&onlyFailed=true", "");
        }
        return task.equals("RUNNING")
                && found.path("connector").path("state").asText().equals("RUNNING");
    }

    private HttpResponse<String> call(String method, String path, String body) throws IOException {
        try {
            return http.send(
                    HttpRequest.newBuilder(address.resolve(path))
                            .timeout(TIMEOUT)
                            .header("Content-Type", "application/json")
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
