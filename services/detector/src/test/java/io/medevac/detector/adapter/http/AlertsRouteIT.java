package io.medevac.detector.adapter.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.application.TakeInAlerts;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.alert.Alerts;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who signs a call is let in with as little as who shows a token, over real HTTP. */
class AlertsRouteIT {
    private static final String TOKEN = "0123456789abcdef";
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SIGNED = "v1," + "A".repeat(43) + "=";
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    @TempDir Path folder;
    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        NodeDirectory nowhere = node -> Optional.empty();
        FaultCatalogue catalogue = FaultCatalogue.shipped();
        InstantSource clock = InstantSource.fixed(NOW);
        TakeInReport reports =
                new TakeInReport(
                        new Detection(() -> catalogue, Duration.ofSeconds(60)),
                        new InMemoryDetectionStore(),
                        nowhere,
                        new DerivedIdentities(),
                        new SilentMeasurements(),
                        clock);
        BearerToken token =
                new BearerToken(Optional.of(Files.writeString(folder.resolve("token"), TOKEN)));
        WebhookSignature signature =
                new WebhookSignature(
                        Optional.of(Files.writeString(folder.resolve("secret"), SECRET)), clock);
        Router router = Router.router(vertx);
        new AlertsRoute(
                        token,
                        signature,
                        new TakeInAlerts(
                                new Alerts(new SecondHand(catalogue::classify)),
                                reports,
                                nowhere,
                                (outcome, alerts) -> {}))
                .onRouter(router, new GuardedPost(token, vertx, 1024, Duration.ofSeconds(1), 1));
        server =
                vertx.createHttpServer()
                        .requestHandler(router)
                        .listen(0, "127.0.0.1")
                        .toCompletionStage()
                        .toCompletableFuture()
                        .join();
    }

    @AfterEach
    void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({
        "msg_1, 1700000000, x",
        "msg_1, 1700000000, 'v1,AAAA'",
        "msg_1, 1699999000, " + "'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='",
        "msg_1, now, " + "'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='",
        "'', 1700000000, " + "'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='"
    })
    void headersThatCanBeNoSignatureAreRefusedBeforeTheBodyIsRead(
            String id, String timestamp, String signature) throws IOException {
        try (Socket socket = open(headers(id, timestamp, signature))) {
            assertThat(status(socket)).isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    @Timeout(60)
    void aSlowBodyIsGivenUpHoweverOftenALittleOfItComesAndMakesRoom() throws Exception {
        for (int i = 0; i < 3; i++) {
            Thread drip;
            try (Socket slow = open(headers("msg_1", "1700000000", SIGNED))) {
                drip = Thread.ofVirtual().start(() -> drip(slow));
                assertThat(status(slow)).isEqualTo("HTTP/1.1 408");
            }
            drip.join();
        }
        try (Socket socket = open("Authorization: Bearer " + TOKEN + "\r\n", 13)) {
            socket.getOutputStream().write("{\"version\":4}".getBytes(UTF_8));
            assertThat(status(socket)).isEqualTo("HTTP/1.1 400");
        }
    }

    @Test
    void aBodyThatIsSignedByNobodyIsRefused() throws IOException {
        try (Socket socket = open(headers("msg_1", "1700000000", SIGNED), 2)) {
            socket.getOutputStream().write("{}".getBytes(UTF_8));
            assertThat(status(socket)).isEqualTo("HTTP/1.1 401");
        }
    }

    private static void drip(Socket socket) {
        try {
            while (true) {
                socket.getOutputStream().write(' ');
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        } catch (IOException e) {
            // The socket is closed: the test is over.
        }
    }

    private static String headers(String id, String timestamp, String signature) {
        return "webhook-id: "
                + id
                + "\r\nwebhook-timestamp: "
                + timestamp
                + "\r\nwebhook-signature: "
                + signature
                + "\r\n";
    }

    private Socket open(String headers) throws IOException {
        return open(headers, 1_000_000);
    }

    private Socket open(String headers, int length) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.actualPort());
        socket.setSoTimeout(20_000);
        String head =
                "POST /v1/alerts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                        + headers
                        + "Content-Length: "
                        + length
                        + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(UTF_8));
        return socket;
    }

    private static String status(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(12), UTF_8);
    }
}
