package io.medevac.notifier.adapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.notifier.config.TestConfig;
import io.medevac.notifier.fake.Examples;
import io.medevac.notifier.fake.ScriptedReceiver;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The channel against a web server that does what receivers do. */
@Timeout(90)
class WebhookChannelIT {

    /** Never reached, however busy the machine is. */
    private static final String AMPLE = "60s";

    private static final byte[] KEY = new byte[32];
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path folder;
    private final Vertx vertx = Vertx.vertx();
    private ScriptedReceiver receiver;
    private String allowed = "127.0.0.0/8";
    private Path secret;

    @BeforeEach
    void startReceiver() throws IOException {
        secret =
                Files.writeString(
                        folder.resolve("secret"),
                        "whsec_" + Base64.getEncoder().encodeToString(KEY));
        receiver = new ScriptedReceiver(0);
    }

    @AfterEach
    void stopReceiver() throws Exception {
        receiver.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void signsWhatItSendsSoThatTheReceiverCanVerifyIt() throws Exception {
        Delivery delivery = Examples.webhook("r");

        assertThat(send(delivery, "/hook")).isEqualTo(new Outcome.Accepted());

        ScriptedReceiver.Call call = receiver.calls().getFirst();
        String id = call.header("Webhook-id");
        String timestamp = call.header("Webhook-timestamp");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        byte[] hash =
                mac.doFinal(
                        (id + "." + timestamp + "." + call.body())
                                .getBytes(StandardCharsets.UTF_8));
        assertThat(id).isEqualTo("msg_" + delivery.id());
        assertThat(Long.parseLong(timestamp)).isEqualTo(Examples.NOW.getEpochSecond());
        assertThat(call.header("Webhook-signature"))
                .isEqualTo("v1," + Base64.getEncoder().encodeToString(hash));
        assertThat(call.header("Content-type")).isEqualTo("application/json");
    }

    @Test
    void sendsTypeTimestampAndData() throws Exception {
        Delivery delivery = Examples.webhook("r");

        assertThat(send(delivery, "/hook")).isEqualTo(new Outcome.Accepted());

        JsonNode body = JSON.readTree(receiver.calls().getFirst().body());
        assertThat(body.fieldNames()).toIterable().containsExactly("type", "timestamp", "data");
        assertThat(body.path("type").asText()).isEqualTo("job.signalled");
        assertThat(body.path("timestamp").asText()).isEqualTo("2026-11-29T17:49:11.123456Z");
        assertThat(body.at("/data/audience").asText()).isEqualTo("owner");
        assertThat(body.at("/data/title").asText())
                .isEqualTo(
                        "GPU 3 of gpu-1 failed; your job 12 saves its checkpoint and will go on");
        assertThat(body.at("/data/job/id").asLong()).isEqualTo(12);
        assertThat(body.at("/data/fault/code").asLong()).isEqualTo(79);
    }

    @Test
    void repeatsWithTheSameIdAndBody() {
        Delivery delivery = Examples.webhook("r");
        receiver.answer(500);
        assertThat(send(delivery, "/hook"))
                .isEqualTo(new Outcome.Unavailable("answered 500", Duration.ofSeconds(7)));
        receiver.answer(200);

        assertThat(send(delivery, "/hook")).isEqualTo(new Outcome.Accepted());

        assertThat(receiver.calls())
                .hasSize(2)
                .allSatisfy(
                        call -> {
                            assertThat(call.header("Webhook-id")).isEqualTo("msg_" + delivery.id());
                            assertThat(call.body()).isEqualTo(receiver.calls().getFirst().body());
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void takesTheseAnswersAsPassing(int answer) {
        receiver.answer(answer);

        assertThat(send(Examples.webhook("r"), "/hook"))
                .isEqualTo(new Outcome.Unavailable("answered " + answer, Duration.ofSeconds(7)));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 410, 413, 422})
    void takesTheseAnswersAsFinal(int answer) {
        receiver.answer(answer);

        assertThat(send(Examples.webhook("r"), "/hook"))
                .isEqualTo(new Outcome.Refused("answered " + answer));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void followsNoRedirect(int answer) {
        receiver.answer(answer);

        assertThat(send(Examples.webhook("r"), "/hook"))
                .isEqualTo(
                        new Outcome.Refused("answered " + answer + ": redirects are not followed"));
        assertThat(receiver.callsElsewhere()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hangs", "/drips"})
    void leavesAReceiverThatDoesNotComeToAnEnd(String path) {
        assertThat(sendTo(Examples.webhook("r"), receiver.url(path), "300ms"))
                .isEqualTo(new Outcome.Unavailable("no answer within 300 ms"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "127.0.0.1",
                "2130706433.localhost",
                "127.1",
                "[::ffff:127.0.0.1]"
            })
    void callsNoAddressThatIsNotAllowedByWhateverName(String host) {
        allowed = "10.0.0.0/8";

        assertThat(
                        sendTo(
                                Examples.webhook("r"),
                                receiver.url("/hook").replace("127.0.0.1", host),
                                AMPLE))
                .isInstanceOf(Outcome.Unavailable.class);
        assertThat(receiver.calls()).isEmpty();
    }

    @Test
    void callsANameWhoseAddressIsAllowed() {
        assertThat(
                        sendTo(
                                Examples.webhook("r"),
                                receiver.url("/hook?a=b").replace("127.0.0.1", "localhost"),
                                AMPLE))
                .isEqualTo(new Outcome.Accepted());
        assertThat(receiver.calls().getFirst().header("Host")).startsWith("localhost:");
    }

    @Test
    void readsOnlySoMuchOfAnAnswer() {
        assertThat(send(Examples.webhook("r"), "/floods")).isEqualTo(new Outcome.Accepted());
    }

    @Test
    void waitsForAReceiverThatIsNotThere() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }

        assertThat(sendTo(Examples.webhook("r"), "http://127.0.0.1:" + closed + "/hook", AMPLE))
                .isInstanceOfSatisfying(
                        Outcome.Unavailable.class,
                        outcome -> assertThat(outcome.reason()).contains("Connection refused"));
    }

    @Test
    void waitsForASecretThatCannotBeReadForAMoment() throws Exception {
        Files.delete(secret);

        assertThat(send(Examples.webhook("r"), "/hook"))
                .isEqualTo(new Outcome.Unavailable("secret: cannot read " + secret));
        assertThat(receiver.calls()).isEmpty();
    }

    private Outcome send(Delivery delivery, String path) {
        return sendTo(delivery, receiver.url(path), AMPLE);
    }

    private Outcome sendTo(Delivery delivery, String target, String timeout) {
        WebhookChannel channel =
                new WebhookChannel(
                        vertx,
                        TestConfig.of(
                                "allow-insecure-webhooks",
                                "true",
                                "allowed-private-ranges",
                                allowed,
                                "routes.r.audience",
                                "owner",
                                "routes.r.channel",
                                "webhook",
                                "routes.r.target",
                                target,
                                "routes.r.secret-file",
                                secret.toString(),
                                "routes.r.timeout",
                                timeout),
                        InstantSource.fixed(Examples.NOW));
        try {
            return channel.send(delivery);
        } finally {
            channel.close();
        }
    }
}
