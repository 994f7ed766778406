package io.medevac.detector.adapter.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Token, limits and deadlines over real HTTP, with the kernel-log route behind them. */
class GuardedPostIT {
    @TempDir Path folder;
    private KernelLogServer server;

    @BeforeEach
    void start() throws IOException {
        server = new KernelLogServer(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP"})
    void gzipIsUnpacked(String coding) throws Exception {
        HttpResponse<String> answer =
                server.send(
                        server.request(
                                        "?node=gpu-1",
                                        "text/plain",
                                        KernelLogServer.gzip(KernelLogServer.XID.getBytes(UTF_8)))
                                .header("Content-Encoding", coding)
                                .build());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(server.codes()).containsExactly(79);
    }

    @Test
    void aBodyThatIsTooLongIsRefusedPackedOrNot() throws Exception {
        byte[] zeros = new byte[50 * 1024 * 1024];
        HttpResponse<String> bomb =
                server.send(
                        server.request("?node=gpu-1", "text/plain", KernelLogServer.gzip(zeros))
                                .header("Content-Encoding", "gzip")
                                .build());
        HttpResponse<String> plain =
                server.send(
                        server.request(
                                        "?node=gpu-1",
                                        "text/plain",
                                        new byte[KernelLogServer.LIMIT + 1])
                                .build());
        HttpResponse<String> unannounced =
                server.send(
                        server.request("?node=gpu-1", "text/plain", new byte[0])
                                .POST(
                                        BodyPublishers.ofByteArrays(
                                                List.of(
                                                        new byte[KernelLogServer.LIMIT],
                                                        new byte[KernelLogServer.LIMIT])))
                                .build());

        for (HttpResponse<String> answer : List.of(bomb, plain, unannounced)) {
            assertThat(answer.statusCode()).isEqualTo(413);
            assertThat(answer.body()).contains("medevac.detector.http.max-body");
        }
        assertThat(server.post("?node=gpu-1", "text/plain", KernelLogServer.XID).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aBodyAtTheLimitIsTaken() throws Exception {
        byte[] body = Arrays.copyOf(KernelLogServer.XID.getBytes(UTF_8), KernelLogServer.LIMIT);
        Arrays.fill(body, KernelLogServer.XID.length(), KernelLogServer.LIMIT, (byte) '\n');

        assertThat(
                        server.send(server.request("?node=gpu-1", "text/plain", body).build())
                                .statusCode())
                .isEqualTo(200);
    }

    @Test
    void brokenGzipAndOtherCodingsAreRefused() throws Exception {
        byte[] whole = KernelLogServer.gzip(KernelLogServer.XID.getBytes(UTF_8));
        for (byte[] body :
                List.of(
                        Arrays.copyOf(whole, whole.length - 9),
                        KernelLogServer.XID.getBytes(UTF_8),
                        new byte[0])) {
            HttpResponse<String> answer =
                    server.send(
                            server.request("?node=gpu-1", "text/plain", body)
                                    .header("Content-Encoding", "gzip")
                                    .build());
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("no whole gzip");
        }
        HttpResponse<String> zstd =
                server.send(
                        server.request("?node=gpu-1", "text/plain", whole)
                                .header("Content-Encoding", "zstd")
                                .build());
        assertThat(zstd.statusCode()).isEqualTo(415);
        assertThat(server.store.told()).isEmpty();
    }

    @Test
    void withoutTheTokenNothingIsRead() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("?node=gpu-1"))
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(KernelLogServer.XID))
                        .build();

        HttpResponse<String> answer = server.send(request);

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(server.store.told()).isEmpty();
        Files.delete(server.file);
        assertThat(server.post("?node=gpu-1", "text/plain", KernelLogServer.XID).statusCode())
                .isEqualTo(503);
        Files.writeString(server.file, KernelLogServer.TOKEN);
        assertThat(server.post("?node=gpu-1", "text/plain", KernelLogServer.XID).statusCode())
                .isEqualTo(200);
    }

    @Test
    void withoutATokenFileThePathIsNotThere() throws Exception {
        server.serve(Optional.empty());

        HttpResponse<String> answer = server.post("?node=gpu-1", "text/plain", KernelLogServer.XID);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("set medevac.detector.http.token-file");
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        HttpResponse<String> answer =
                server.send(HttpRequest.newBuilder(server.uri("?node=gpu-1")).GET().build());

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("POST");
    }

    @Test
    void aSlowBodyIsGivenUpAndMakesRoom() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                slow.getOutputStream()
                        .write(
                                ("POST "
                                                + KernelLogServer.PATH
                                                + "?node=gpu-1 HTTP/1.1\r\nHost: a\r\n"
                                                + "Authorization: Bearer "
                                                + KernelLogServer.TOKEN
                                                + "\r\n"
                                                + "Content-Type: text/plain\r\n"
                                                + "Content-Length: 100\r\n\r\nNVRM")
                                        .getBytes(UTF_8));
                slow.setSoTimeout(20_000);
                byte[] answer = new byte[12];
                slow.getInputStream().readNBytes(answer, 0, 12);
                assertThat(new String(answer, UTF_8)).isEqualTo("HTTP/1.1 408");
            }
        }
        assertThat(server.post("?node=gpu-1", "text/plain", KernelLogServer.XID).statusCode())
                .isEqualTo(200);
    }

    @Test
    void whoComesWhenAllPlacesAreTakenIsSentAway() throws Exception {
        HttpRequest.BodyPublisher hanging =
                BodyPublishers.fromPublisher(
                        subscriber ->
                                subscriber.onSubscribe(
                                        new java.util.concurrent.Flow.Subscription() {
                                            @Override
                                            public void request(long items) {}

                                            @Override
                                            public void cancel() {}
                                        }),
                        10);
        CompletableFuture<HttpResponse<String>> first =
                server.client.sendAsync(
                        server.request("?node=gpu-1", "text/plain", new byte[0])
                                .POST(hanging)
                                .build(),
                        BodyHandlers.ofString());

        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(
                        () ->
                                server.post("?node=gpu-1", "text/plain", KernelLogServer.XID)
                                                .statusCode()
                                        == 503);
        first.cancel(true);

        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(
                        () ->
                                server.post("?node=gpu-1", "text/plain", KernelLogServer.XID)
                                                .statusCode()
                                        == 200);
    }

    @Test
    void whileTheStoreDoesNotAnswerNothingIsTakenInAndTheSenderComesAgain() throws Exception {
        server.store.down(true);
        HttpResponse<String> answer = server.post("?node=gpu-1", "text/plain", KernelLogServer.XID);
        server.store.down(false);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(server.store.told()).isEmpty();

        assertThat(server.post("?node=gpu-1", "text/plain", KernelLogServer.XID).statusCode())
                .isEqualTo(200);
        assertThat(server.codes()).containsExactly(79);
    }
}
