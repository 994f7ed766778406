package io.medevac.detector.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.adapter.http.BearerToken.Refusal;
import io.medevac.detector.adapter.http.WebhookSignature.Signed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSignatureTest {
    /** Secret, id, timestamp, body and signature of the examples of Standard Webhooks. */
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final long TIME = 1_614_265_330;
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @TempDir Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("secret"), SECRET + "\n");
    }

    @Test
    void aBodyThatIsSignedMayGoOn() {
        assertThat(check(ID, TIME, SIGNATURE)).isEmpty();
        assertThat(check(ID, TIME, "v1,AAAA v2,BBBB " + SIGNATURE)).isEmpty();
    }

    @Test
    void aSecretIsReplacedWithoutAGap() throws IOException {
        Files.writeString(file, "whsec_" + "A".repeat(32) + "\r\n\n" + SECRET);

        assertThat(check(ID, TIME, SIGNATURE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-301, 401", "301, 401"})
    void anOldOrEarlyOneIsRefused(long seconds, int status) {
        Signed signed = new Signed(ID, Long.toString(TIME), SIGNATURE);

        assertThat(at(TIME + seconds).check(signed, BODY).map(Refusal::status)).contains(status);
        assertThat(at(TIME - seconds / 2).check(signed, BODY)).isEmpty();
    }

    @Test
    void anotherBodyIdOrTimeIsRefused() {
        Signed signed = new Signed(ID, Long.toString(TIME), SIGNATURE);

        assertThat(at(TIME).check(signed, new byte[0]).map(Refusal::status)).contains(401);
        assertThat(check("msg_other", TIME, SIGNATURE).map(Refusal::status)).contains(401);
        assertThat(check(ID, TIME + 1, SIGNATURE).map(Refusal::status)).contains(401);
        assertThat(check(ID, TIME, "").map(Refusal::status)).contains(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "now", "-1", "9999999999999999999"})
    void aTimeThatIsNoneIsRefused(String time) {
        assertThat(at(TIME).check(new Signed(ID, time, SIGNATURE), BODY))
                .map(Refusal::reason)
                .hasValueSatisfying(reason -> assertThat(reason).contains("webhook-timestamp"));
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(at(TIME).check(new Signed(null, null, null), BODY).map(Refusal::status))
                .contains(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_short", "whsec_" + "="})
    void aFileThatCannotBeUsedLetsNobodyIn(String content) throws IOException {
        Files.writeString(file, content);

        assertThat(check(ID, TIME, SIGNATURE).map(Refusal::status)).contains(503);
    }

    private Optional<Refusal> check(String id, long time, String signature) {
        return at(TIME).check(new Signed(id, Long.toString(time), signature), BODY);
    }

    private WebhookSignature at(long seconds) {
        return new WebhookSignature(
                Optional.of(file), InstantSource.fixed(Instant.ofEpochSecond(seconds)));
    }
}
