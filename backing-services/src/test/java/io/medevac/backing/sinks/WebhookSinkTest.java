package io.medevac.backing.sinks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookSinkTest {
    @TempDir Path folder;

    @Test
    void keepsACallAsItCame() throws Exception {
        try (WebhookSink sink = WebhookSink.start(0, new ArrivalFolder(folder))) {
            int status = post(sink, "{\"grüße\":1}");

            assertThat(status).isEqualTo(204);
            JsonNode call = new ObjectMapper().readTree(files().getFirst().toFile());
            assertThat(call.get("body").asText()).isEqualTo("{\"grüße\":1}");
            assertThat(call.get("path").asText()).isEqualTo("/owner?x=1");
            assertThat(call.get("headers").get("webhook-id").asText()).isEqualTo("msg_1");
        }
    }

    @Test
    void refusesABodyThatIsTooLarge() throws Exception {
        try (WebhookSink sink = WebhookSink.start(0, new ArrivalFolder(folder))) {
            assertThat(post(sink, "z".repeat(2 << 20))).isEqualTo(413);
            assertThat(files()).isEmpty();
        }
    }

    private static int post(WebhookSink sink, String body) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + sink.port() + "/owner?x=1"))
                        .header("Webhook-Id", "msg_1")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
