package io.medevac.notifier.adapter.email;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.domain.notification.Message;
import io.medevac.notifier.config.NotifierConfig;
import io.medevac.notifier.config.TestConfig;
import io.medevac.notifier.fake.Examples;
import io.medevac.notifier.fake.ScriptedMailServer;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The channel against a mail server that does what mail servers do. */
@Timeout(90)
class MailChannelIT {

    /** Never reached, however busy the machine is. */
    private static final String AMPLE = "60s";

    private final Vertx vertx = Vertx.vertx();
    private ScriptedMailServer server;
    private MailClient client;
    private MailChannel channel;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedMailServer(0);
        client = new MailClients().client(vertx, config(AMPLE));
        channel = channel(AMPLE);
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    /** One in a few hundred hung where the greeting came before the client waited for it. */
    @Test
    void losesNoGreetingHoweverFastTheServerIs() throws Exception {
        int mails = 1_000;
        Thread[] senders = new Thread[4];
        Set<Outcome> outcomes = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < senders.length; i++) {
            senders[i] =
                    Thread.startVirtualThread(
                            () -> {
                                for (int mail = 0; mail < mails / senders.length; mail++) {
                                    outcomes.add(
                                            channel.send(Examples.mail("r", "alice@example.org")));
                                }
                            });
        }
        for (Thread sender : senders) {
            sender.join();
        }

        assertThat(outcomes).containsExactly(new Outcome.Accepted());
    }

    @Test
    void sendsTextAndHtmlUnderAStableId() {
        Delivery delivery = Examples.mail("r", "alice@example.org");

        assertThat(channel.send(delivery)).isEqualTo(new Outcome.Accepted());
        assertThat(channel.send(delivery)).isEqualTo(new Outcome.Accepted());

        assertThat(server.mails())
                .hasSize(2)
                .allSatisfy(
                        mail ->
                                assertThat(mail)
                                        .contains(
                                                "\nMessage-ID: <"
                                                        + delivery.id()
                                                        + "@hpc.example>\n")
                                        .containsOnlyOnce("Message-ID")
                                        .contains("\nAuto-Submitted: auto-generated\n")
                                        .contains("From: medevac@hpc.example\n")
                                        .contains("To: alice@example.org\n")
                                        .contains("Subject: GPU 3 of gpu-1 failed; your job 12")
                                        .contains("Content-Type: text/plain")
                                        .contains("Content-Type: text/html")
                                        .contains("Your job 12 (train-13b) got SIGTERM"));
    }

    @Test
    void letsNoTitleAddAHeader() {
        Delivery delivery = Examples.mail("r", "alice@example.org");
        Delivery hostile =
                new Delivery(
                        delivery.id(),
                        delivery.origin(),
                        delivery.audience(),
                        delivery.recipient(),
                        new Message(
                                "t\r\nX-Evil: 1",
                                "a\r\nBcc: all@example.org\n\nbody",
                                "x",
                                "y",
                                Map.of()),
                        delivery.createdAt(),
                        delivery.state());

        assertThat(channel.send(hostile)).isEqualTo(new Outcome.Accepted());

        assertThat(server.mails().getFirst().lines())
                .noneMatch(line -> line.startsWith("Bcc:") || line.startsWith("X-Evil:"));
    }

    @ParameterizedTest
    @CsvSource({"MAIL, 550", "RCPT, 550", "RCPT, 553", "DATA, 554", "CONTENT, 552"})
    void takesARefusalOfTheMailAsFinal(String command, int code) {
        server.answer(command, code + " no");

        assertThat(send()).isEqualTo(new Outcome.Refused("SMTP " + code));
    }

    @ParameterizedTest
    @CsvSource({"MAIL, 451", "RCPT, 450", "RCPT, 452", "DATA, 421", "CONTENT, 451", "MAIL, 530"})
    void takesOtherRefusalsAsPassing(String command, int code) {
        server.answer(command, code + " not now");

        assertThat(send()).isEqualTo(new Outcome.Unavailable("SMTP " + code));
    }

    @ParameterizedTest
    @CsvSource({"GREETING", "EHLO", "RCPT", "CONTENT"})
    void leavesAServerThatFallsSilent(String command) {
        channel = channel("300ms");
        server.answer(command, ScriptedMailServer.SILENCE);

        assertThat(send()).isEqualTo(new Outcome.Unavailable("no answer within 300 ms"));
    }

    @Test
    void sendsAgainOnceAServerThatHungIsBack() {
        channel = channel("100ms");
        server.answer("GREETING", ScriptedMailServer.SILENCE);
        for (int i = 0; i < 20; i++) {
            assertThat(send()).isEqualTo(new Outcome.Unavailable("no answer within 100 ms"));
        }
        channel = channel(AMPLE);
        server.answer("GREETING", "220 back");

        assertThat(send()).isEqualTo(new Outcome.Accepted());
    }

    @Test
    void waitsForAServerThatIsNotThere() throws IOException {
        server.close();

        assertThat(send()).isInstanceOf(Outcome.Unavailable.class);
    }

    /** Whatever the server says back. */
    @Test
    void tellsNoPasswordWhenTheLoginIsRefused(@TempDir Path folder) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "planted-pass\n");
        server.answer("EHLO", "250-test\r\n250 AUTH LOGIN PLAIN");
        server.answer("AUTH", "535 not with planted-pass");
        NotifierConfig config =
                config(
                        AMPLE,
                        "smtp.username",
                        "medevac",
                        "smtp.password-file",
                        password.toString());
        MailClient withLogin = new MailClients().client(vertx, config);

        Outcome outcome =
                new MailChannel(vertx, withLogin, config)
                        .send(Examples.mail("r", "alice@example.org"));
        withLogin.close();

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unavailable.class,
                        unavailable ->
                                assertThat(unavailable.reason()).doesNotContain("planted-pass"));
    }

    private Outcome send() {
        return channel.send(Examples.mail("r", "alice@example.org"));
    }

    private MailChannel channel(String timeout) {
        return new MailChannel(vertx, client, config(timeout));
    }

    private NotifierConfig config(String timeout, String... more) {
        Stream<String> keys =
                Stream.of(
                        "smtp.host", "127.0.0.1",
                        "smtp.port", Integer.toString(server.port()),
                        "smtp.from", "medevac@hpc.example",
                        "routes.r.audience", "owner",
                        "routes.r.channel", "email",
                        "routes.r.target", "{mail_user}",
                        "routes.r.timeout", timeout);
        return TestConfig.of(Stream.concat(keys, Stream.of(more)).toArray(String[]::new));
    }
}
