package io.medevac.detector.adapter.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.detector.adapter.shipped.LinesAside;
import io.medevac.detector.application.HeardNodes;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.NodeSeen;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;

/** The route on a real HTTP server, with the store in memory. */
final class KernelLogServer implements AutoCloseable {
    static final String TOKEN = "0123456789abcdef";
    static final int LIMIT = 64 * 1024;
    static final String PATH = "/v1/kernel-log";
    static final String XID = "[171.5] NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.";

    final InMemoryDetectionStore store = new InMemoryDetectionStore();
    final SilentMeasurements counters = new SilentMeasurements();
    final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-11-30T10:20:00Z"));
    final HttpClient client = HttpClient.newHttpClient();
    final Path file;
    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    KernelLogServer(Path folder) throws IOException {
        file = Files.writeString(folder.resolve("token"), TOKEN);
        serve(Optional.of(file));
    }

    @Override
    public void close() {
        client.shutdownNow();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    int port() {
        return server.actualPort();
    }

    void serve(Optional<Path> tokens) {
        LinesAside aside = new LinesAside(counters, now::get);
        TakeInKernelLog takeIn =
                new TakeInKernelLog(
                        new Detection(FaultCatalogue::shipped, Duration.ofSeconds(60)),
                        store,
                        node ->
                                Optional.of(
                                        new NodeSeen(
                                                "uid",
                                                "boot of " + node,
                                                Instant.EPOCH,
                                                now.get())),
                        new DerivedIdentities(),
                        HeardNodes.DEAF,
                        counters,
                        now::get);
        Router router = Router.router(vertx);
        new KernelLogRoute(takeIn, aside, counters, now::get, Duration.ofSeconds(60), true)
                .onRouter(
                        router,
                        new GuardedPost(
                                new BearerToken(tokens), vertx, LIMIT, Duration.ofSeconds(1), 1));
        server =
                vertx.createHttpServer()
                        .requestHandler(router)
                        .listen(0, "127.0.0.1")
                        .toCompletionStage()
                        .toCompletableFuture()
                        .join();
    }

    List<Integer> codes() {
        return store.told().stream()
                .map(DetectedFault::signal)
                .map(signal -> signal.finding().fault().code())
                .toList();
    }

    HttpResponse<String> post(String query, String type, String body) throws Exception {
        return send(request(query, type, body.getBytes(UTF_8)).build());
    }

    HttpRequest.Builder request(String query, String type, byte[] body) {
        return HttpRequest.newBuilder(uri(query))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body));
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, BodyHandlers.ofString());
    }

    URI uri(String query) {
        return URI.create("http://127.0.0.1:" + server.actualPort() + PATH + query);
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
