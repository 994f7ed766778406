package io.medevac.notifier.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.notification.Audience;
import io.medevac.domain.notification.ChannelKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigCheckTest {

    @TempDir private Path folder;
    private Path secret;

    @BeforeEach
    void writeSecret() throws IOException {
        secret =
                Files.writeString(
                        folder.resolve("secret"),
                        "whsec_" + Base64.getEncoder().encodeToString(new byte[32]) + "\n");
    }

    @Test
    void needsNothing() {
        NotifierConfig config = TestConfig.of();

        ConfigCheck.check(config);

        assertThat(config.routes()).isEmpty();
        assertThat(config.maxEventAge()).isEqualTo(Duration.ofDays(1));
        assertThat(config.retention()).isEqualTo(Duration.ofDays(45));
        assertThat(config.retry().firstDelay()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.smtp().tls()).isEqualTo(NotifierConfig.Tls.OPTIONAL);
    }

    @Test
    void readsEveryKey() {
        NotifierConfig config =
                TestConfig.of(
                        "owner-mail-domain", "hpc.example",
                        "max-event-age", "1h",
                        "retention", "7d",
                        "retry.first-delay", "500ms",
                        "retry.longest-delay", "30s",
                        "retry.max-attempts", "5",
                        "retry.max-age", "2h",
                        "smtp.host", "mail.example.org",
                        "smtp.port", "587",
                        "smtp.from", "medevac@example.org",
                        "smtp.tls", "starttls",
                        "smtp.username", "medevac",
                        "smtp.password-file", secret.toString(),
                        "routes.owner.audience", "owner",
                        "routes.owner.channel", "email",
                        "routes.owner.target", "{mail_user}",
                        "routes.pager.audience", "operators",
                        "routes.pager.channel", "webhook",
                        "routes.pager.target", "https://pager.example.org/hook?team=gpu",
                        "routes.pager.secret-file", secret.toString(),
                        "routes.pager.timeout", "2s",
                        "routes.pager.concurrency", "8");

        ConfigCheck.check(config);

        assertThat(config.routes()).containsOnlyKeys("owner", "pager");
        assertThat(config.routes().get("owner").audience()).isEqualTo(Audience.OWNER);
        assertThat(config.routes().get("pager").channel()).isEqualTo(ChannelKind.WEBHOOK);
        assertThat(config.routes().get("pager").timeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @CsvSource({
        "no-such-key, 1",
        "routes.ops.chanel, email",
        "max-event-age, soon",
        "retry.max-attempts, many",
        "smtp.tls, sometimes",
        "allowed-private-ranges, 10.0.0.0",
    })
    void refusesUnknownKeysAndUnreadableValues(String key, String value) {
        assertThatThrownBy(
                        () ->
                                TestConfig.of(
                                        "routes.ops.audience",
                                        "operators",
                                        "routes.ops.channel",
                                        "email",
                                        "routes.ops.target",
                                        "ops@example.org",
                                        key,
                                        value))
                .hasStackTraceContaining(key);
    }

    @ParameterizedTest
    @CsvSource({
        "owner-mail-domain, 'a b'",
        "max-event-age, 0s",
        "retention, 1h",
        "retry.first-delay, 0s",
        "retry.longest-delay, 1s",
        "retry.max-attempts, 0",
        "retry.max-age, 0s",
        "smtp.port, 0",
        "smtp.from, nobody",
        "smtp.username, medevac",
    })
    void refusesValuesThatMakeNoSense(String key, String value) {
        String blamed = key.equals("smtp.username") ? "smtp.password-file" : key;

        assertThatThrownBy(() -> ConfigCheck.check(TestConfig.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("medevac.notifier." + blamed + ": ")
                .hasMessageNotContaining("\n");
    }

    static Stream<String[]> routes() {
        return Stream.of(
                new String[] {"operators", "email", "nobody", "", "target"},
                new String[] {"operators", "email", "{mail_user}", "", "target"},
                new String[] {"owner", "email", "{mail_user},x@y", "", "target"},
                new String[] {"operators", "email", "a@b\r\nBcc: c@d", "", "target"},
                new String[] {"operators", "email", "a@b", "SECRET", "secret-file"},
                new String[] {"operators", "webhook", "http://pager", "SECRET", "target"},
                new String[] {"operators", "webhook", "ftp://pager", "SECRET", "target"},
                new String[] {"operators", "webhook", "https://u:p@pager", "SECRET", "target"},
                new String[] {"operators", "webhook", "https:///x", "SECRET", "target"},
                new String[] {"operators", "webhook", "not a url", "SECRET", "target"},
                new String[] {"operators", "webhook", "https://2130706433/", "SECRET", "target"},
                new String[] {"operators", "webhook", "https://127.0.0.1/", "SECRET", "target"},
                new String[] {
                    "operators", "webhook", "https://169.254.169.254/", "SECRET", "target"
                },
                new String[] {"operators", "webhook", "https://[::1]/", "SECRET", "target"},
                new String[] {
                    "operators", "webhook", "https://[::ffff:10.0.0.1]/", "SECRET", "target"
                },
                new String[] {"operators", "webhook", "https://pager", "", "secret-file"},
                new String[] {
                    "operators", "webhook", "https://pager", "/no/such/file", "secret-file"
                });
    }

    @ParameterizedTest
    @MethodSource("routes")
    void refusesRoutesThatLeadNowhere(
            String audience, String channel, String target, String file, String blamed) {
        String path = file.replace("SECRET", secret.toString());
        NotifierConfig config =
                path.isEmpty()
                        ? route(audience, channel, target)
                        : route(audience, channel, target, "routes.r.secret-file", path);

        assertThatThrownBy(() -> ConfigCheck.check(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("medevac.notifier.routes.r." + blamed + ": ");
    }

    @ParameterizedTest
    @CsvSource({
        "owner, {mail_user}",
        "owner, {user}@hpc.example",
        "owner, all-owners@example.org",
        "operators, ops+gpu@example.org"
    })
    void acceptsMailRoutes(String audience, String target) {
        assertThatCode(() -> ConfigCheck.check(route(audience, "email", target)))
                .doesNotThrowAnyException();
    }

    @Test
    void acceptsHttpOnlyWhenAllowed() {
        NotifierConfig config =
                route(
                        "operators",
                        "webhook",
                        "http://127.0.0.1:8080/",
                        "routes.r.secret-file",
                        secret.toString(),
                        "allow-insecure-webhooks",
                        "true",
                        "allowed-private-ranges",
                        "10.0.0.0/8,127.0.0.0/8");

        assertThatCode(() -> ConfigCheck.check(config)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_***",
        "whsec_c2hvcnQ=",
    })
    void refusesWhatIsNoSecretWithoutShowingIt(String content) throws IOException {
        Files.writeString(secret, content);

        assertThatThrownBy(() -> WebhookSecrets.read(secret))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(secret.toString())
                .satisfies(
                        e ->
                                assertThat(String.valueOf(e.getMessage()))
                                        .doesNotContain(content.isEmpty() ? "never" : content));
    }

    private static NotifierConfig route(
            String audience, String channel, String target, String... more) {
        String[] keys = {
            "routes.r.audience", audience, "routes.r.channel", channel, "routes.r.target", target
        };
        return TestConfig.of(
                Stream.concat(Stream.of(keys), Stream.of(more)).toArray(String[]::new));
    }
}
