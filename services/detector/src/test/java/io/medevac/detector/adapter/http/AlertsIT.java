package io.medevac.detector.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.AlertSenders;
import io.medevac.detector.KernelLogFolder;
import io.medevac.events.GpuFault;
import io.medevac.events.Machine;
import io.medevac.events.Signal;
import io.medevac.events.SignalSource;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alertmanager's calls over HTTP, from the body to the events on Kafka. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "detector"))
@WithTestResource(KernelLogFolder.class)
@WithTestResource(AlertSenders.class)
class AlertsIT {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String BEARER = "Bearer " + AlertSenders.TOKEN;
    private static final int MIB = 1024 * 1024;

    @Inject Mutiny.SessionFactory sessions;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    @TestHTTPResource("/v1/alerts")
    URI url;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String node = "gpu-" + UUID.randomUUID().toString().substring(0, 8);
    private EventTopics topics;
    private Path tokens;

    @BeforeEach
    void connect() {
        topics = new EventTopics(brokers, registry);
        // Injected, it would be asked for at the start of every other test too.
        tokens =
                ConfigProvider.getConfig().getValue("medevac.detector.http.token-file", Path.class);
    }

    @Test
    void anAlertBecomesASignalAndAFaultOfTheNodesBoot() {
        String uid = createNode();

        HttpResponse<String> answer = post(firing());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("taken 2, ");
        GpuFault fault = fault(79);
        assertThat(fault.getMachine()).isEqualTo(new Machine(uid, "boot-1"));
        assertThat(fault.getFault().getGpu().getIndex()).isEqualTo(2);
        assertThat(fault.getFault().getRule()).isEqualTo("alertmanager: xid 79, catalogue");
        Signal signal = signals().getFirst();
        assertThat(signal.getSource()).isEqualTo(SignalSource.ALERT);
        assertThat(signal.getOrigin()).isEqualTo("alertmanager");
    }

    @Test
    void bothPeersAtTheSameTimeTellItOnce() {
        createNode();
        String body = firing();

        List<Integer> answers =
                Stream.of("am-0", "am-1", "am-0", "am-1")
                        .map(peer -> body.replace("am-0", peer))
                        .map(sent -> CompletableFuture.supplyAsync(() -> post(sent).statusCode()))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(answers).containsOnly(200);
        fault(79);
        assertThat(signals()).extracting(Signal::getCode).containsExactlyInAnyOrder(79, 31);
    }

    @Test
    void aResolvedAForeignAndATruncatedCallAreAnsweredAndTellNothing() throws IOException {
        createNode();
        String resolved = ofThisNode(text("alertmanager-04-resolved-by-absence.json"));
        String foreign = text("alertmanager-06-foreign.json");
        String truncated = foreign.replace("\"truncatedAlerts\": 0", "\"truncatedAlerts\": 12");

        assertThat(post(resolved).body()).contains("resolved 1");
        assertThat(post(foreign).body()).contains("foreign 1");
        assertThat(post(truncated).body()).contains("truncated 12");
        String metrics = get(url.resolve("/q/metrics"));
        assertThat(metrics).contains("medevac_detector_alerts_total{outcome=\"truncated\"} 12.0");
        post(firing());
        fault(79);
        assertThat(signals()).hasSize(2);
    }

    @Test
    void whileTheStoreIsBrokenAlertmanagerIsToldToComeBack() {
        createNode();
        String body = firing();
        sql("ALTER TABLE incident RENAME TO incident_away");
        HttpResponse<String> answer;
        try {
            answer = post(body);
        } finally {
            sql("ALTER TABLE incident_away RENAME TO incident");
        }

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(post(body).statusCode()).isEqualTo(200);
        fault(79);
        assertThat(signals()).hasSize(2);
    }

    @Test
    void whoShowsNoTokenOrAWrongOneIsRefused() throws IOException {
        String body = firing();

        HttpResponse<String> none = send(request(body).build());
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(none.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(none.body()).contains("Authorization: Bearer TOKEN");
        assertThat(status(request(body).header("Authorization", BEARER + "x"))).isEqualTo(401);

        Files.writeString(tokens, "another-0123456789");
        try {
            assertThat(status(request(body).header("Authorization", BEARER))).isEqualTo(401);
            assertThat(status(request(body).header("Authorization", "Bearer another-0123456789")))
                    .isEqualTo(200);
        } finally {
            Files.writeString(tokens, AlertSenders.TOKEN);
        }
    }

    @Test
    void aSignedCallNeedsNoTokenAndAWrongSignatureIsRefusedInSpiteOfOne() {
        String body = firing();
        long now = Instant.now().getEpochSecond();

        assertThat(status(signed(request(body), now, body))).isEqualTo(200);
        assertThat(status(signed(request(body), now, body + " "))).isEqualTo(401);
        assertThat(status(signed(request(body), now - 301, body))).isEqualTo(401);
        assertThat(status(signed(request(body), now, body + " ").header("Authorization", BEARER)))
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"version\": \"3\"}", "\u0000\uffff"})
    void aBodyThatIsNoneIsRefusedWithOneLine(String body) {
        HttpResponse<String> answer = post(body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body().lines()).hasSize(1);
    }

    @Test
    void aBodyThatIsTooLongIsRefusedAndOneThatIsNotQuiteIsTaken() {
        String body = firing();

        HttpResponse<String> over = post(body + " ".repeat(MIB + 1 - body.length()));
        assertThat(over.statusCode()).isEqualTo(413);
        assertThat(over.body()).contains("max_alerts");
        assertThat(post(body + " ".repeat(MIB - body.length())).statusCode()).isEqualTo(200);
        assertThat(
                        status(
                                authorised(
                                        HttpRequest.newBuilder(url)
                                                .header("Content-Type", "application/json")
                                                .POST(
                                                        BodyPublishers.ofInputStream(
                                                                () ->
                                                                        new ByteArrayInputStream(
                                                                                new byte
                                                                                        [3
                                                                                                * MIB]))))))
                .isEqualTo(413);
    }

    @Test
    void anotherMethodTypeOrEncodingIsRefused() throws IOException {
        String body = firing();

        assertThat(status(authorised(HttpRequest.newBuilder(url).GET()))).isEqualTo(405);
        assertThat(
                        status(
                                authorised(
                                        HttpRequest.newBuilder(url)
                                                .header("Content-Type", "text/plain")
                                                .POST(BodyPublishers.ofString(body)))))
                .isEqualTo(415);
        HttpResponse<String> bomb =
                send(
                        authorised(
                                        HttpRequest.newBuilder(url)
                                                .header("Content-Type", "application/json")
                                                .header("Content-Encoding", "gzip")
                                                .POST(BodyPublishers.ofByteArray(zeros())))
                                .build());
        assertThat(bomb.statusCode()).isEqualTo(415);
        assertThat(bomb.body()).contains("without Content-Encoding");
    }

    @Test
    void labelsOfAnyCharactersAreTakenOrCounted() {
        createNode();
        String odd = firing().replace("GpuXid", "GpuXid\\u0000\\ud800 \\u202e");

        assertThat(post(odd).statusCode()).isEqualTo(200);
        fault(79);
    }

    private static byte[] zeros() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            for (int i = 0; i < 100; i++) {
                gzip.write(new byte[MIB]);
            }
        }
        return out.toByteArray();
    }

    private HttpResponse<String> post(String body) {
        return send(authorised(request(body)).build());
    }

    private HttpRequest.Builder request(String body) {
        return HttpRequest.newBuilder(url)
                .timeout(DEADLINE)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder authorised(HttpRequest.Builder request) {
        return request.header("Authorization", BEARER);
    }

    private static HttpRequest.Builder signed(
            HttpRequest.Builder request, long seconds, String body) {
        try {
            byte[] key =
                    Base64.getDecoder().decode(AlertSenders.SECRET.substring("whsec_".length()));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] content = ("msg_1." + seconds + "." + body).getBytes(StandardCharsets.UTF_8);
            return request.header("webhook-id", "msg_1")
                    .header("webhook-timestamp", Long.toString(seconds))
                    .header(
                            "webhook-signature",
                            "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private int status(HttpRequest.Builder request) {
        return send(request.build()).statusCode();
    }

    private String get(URI uri) {
        return send(HttpRequest.newBuilder(uri).build()).body();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String firing() {
        try {
            return ofThisNode(text("alertmanager-01-firing.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String ofThisNode(String body) {
        return body.replace("\"Hostname\": \"n1\"", "\"Hostname\": \"" + node + "\"")
                .replace("2026-06-23T18:44:57Z", Instant.now().plusSeconds(1).toString());
    }

    private static String text(String name) throws IOException {
        try (InputStream in = AlertsIT.class.getResourceAsStream("/alertmanager/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private GpuFault fault(int code) {
        return topics.await(
                "medevac.faults.v1",
                GpuFault.class,
                DEADLINE,
                fault ->
                        fault.getHeader().getNode().equals(node)
                                && fault.getFault().getCode() == code);
    }

    private List<Signal> signals() {
        return topics.all("medevac.signals.v1", Signal.class).stream()
                .filter(signal -> signal.getHeader().getNode().equals(node))
                .toList();
    }

    private void sql(String statement) {
        try {
            VertxContextSupport.subscribeAndAwait(
                    () ->
                            sessions.withTransaction(
                                    session ->
                                            session.createNativeQuery(statement).executeUpdate()));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private String createNode() {
        ControlPlane plane = ControlPlane.get();
        try {
            Path manifest = Files.createTempFile("node", ".yaml");
            Files.writeString(
                    manifest, "apiVersion: v1\nkind: Node\nmetadata: {name: " + node + "}\n");
            plane.kubectl("create", "--filename", manifest.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        plane.kubectl(
                "patch",
                "node",
                node,
                "--subresource=status",
                "--type=merge",
                "--patch",
                "{\"status\":{\"nodeInfo\":{\"bootID\":\"boot-1\",\"machineID\":\"\","
                        + "\"systemUUID\":\"\",\"kernelVersion\":\"\",\"osImage\":\"\","
                        + "\"containerRuntimeVersion\":\"\",\"kubeletVersion\":\"\","
                        + "\"kubeProxyVersion\":\"\",\"operatingSystem\":\"linux\","
                        + "\"architecture\":\"amd64\"}}}");
        return plane.kubectl("get", "node", node, "--output", "jsonpath={.metadata.uid}").strip();
    }
}
