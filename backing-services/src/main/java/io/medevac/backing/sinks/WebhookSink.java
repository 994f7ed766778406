package io.medevac.backing.sinks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Executors;

/**
 * A web server that keeps each call as a file {@code {receivedAt, method, path, headers, body}}:
 * header names in lower case, the body as the text that came (signatures are over its bytes).
 */
final class WebhookSink implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_BODY_BYTES = 1 << 20;
    private static final int KEPT = 204;
    private static final int TOO_LARGE = 413;

    private final HttpServer server;

    private WebhookSink(HttpServer server) {
        this.server = server;
    }

    static WebhookSink start(int port, ArrivalFolder calls) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> take(exchange, calls));
        server.start();
        return new WebhookSink(server);
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void take(HttpExchange exchange, ArrivalFolder calls) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
            if (body.length > MAX_BODY_BYTES) {
                exchange.sendResponseHeaders(TOO_LARGE, -1);
                return;
            }
            ObjectNode call =
                    JSON.createObjectNode()
                            .put("receivedAt", Instant.now().toString())
                            .put("method", exchange.getRequestMethod())
                            .put("path", exchange.getRequestURI().toString());
            ObjectNode headers = call.putObject("headers");
            exchange.getRequestHeaders()
                    .forEach(
                            (name, values) ->
                                    headers.put(
                                            name.toLowerCase(Locale.ROOT),
                                            String.join(", ", values)));
            call.put("body", new String(body, StandardCharsets.UTF_8));
            calls.keep(JSON.writeValueAsBytes(call), ".json");
            exchange.sendResponseHeaders(KEPT, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
