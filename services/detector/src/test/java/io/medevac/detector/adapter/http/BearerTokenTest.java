package io.medevac.detector.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.adapter.http.BearerToken.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final String OTHER = "fedcba9876543210";

    @TempDir Path folder;
    private Path file;
    private BearerToken token;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        token = new BearerToken(Optional.of(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer " + TOKEN, "bearer " + TOKEN, "BEARER  " + TOKEN + " "})
    void whoShowsTheTokenMayGoOn(String header) {
        assertThat(token.check(header)).isEmpty();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                TOKEN,
                "Basic " + TOKEN,
                "Bearer" + TOKEN,
                "Bearer " + TOKEN + " x"
            })
    void whoShowsNoneIsToldHow(String header) {
        Refusal refusal = token.check(header).orElseThrow();

        assertThat(refusal.status()).isEqualTo(401);
        assertThat(refusal.reason())
                .contains("Authorization: Bearer TOKEN")
                .contains("medevac.detector.http.token-file");
    }

    @ParameterizedTest
    @ValueSource(strings = {OTHER, "0123456789abcde", "0123456789abcdeff", "0123456789ABCDEF"})
    void aWrongTokenIsRefusedAndNotRepeated(String wrong) {
        Refusal refusal = token.check("Bearer " + wrong).orElseThrow();

        assertThat(refusal.status()).isEqualTo(401);
        assertThat(refusal.reason()).doesNotContain(wrong).doesNotContain(TOKEN);
    }

    @Test
    void aTokenIsReplacedWithoutAGap() throws IOException {
        Files.writeString(file, TOKEN + "\r\n\n" + OTHER);
        assertThat(token.check("Bearer " + TOKEN)).isEmpty();
        assertThat(token.check("Bearer " + OTHER)).isEmpty();

        Files.writeString(file, OTHER);
        assertThat(token.check("Bearer " + TOKEN).map(Refusal::status)).contains(401);
        assertThat(token.check("Bearer " + OTHER)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "0123456789abcde", TOKEN + "\nshort", "sixteen chars ok"})
    void aFileThatCannotBeUsedLetsNobodyIn(String content) throws IOException {
        Files.writeString(file, content);

        Refusal refusal = token.check("Bearer " + TOKEN).orElseThrow();

        assertThat(refusal.status()).isEqualTo(503);
        assertThat(refusal.reason())
                .contains("openssl rand -hex 32")
                .doesNotContain(file.toString());
    }

    @Test
    void aFileThatIsTooLongOrGoneLetsNobodyIn() throws IOException {
        Files.writeString(file, (TOKEN + "\n").repeat(1000));
        assertThat(token.check("Bearer " + TOKEN).map(Refusal::status)).contains(503);

        Files.delete(file);
        assertThat(token.check("Bearer " + TOKEN).map(Refusal::status)).contains(503);
    }

    @Test
    void withoutAFileNothingIsTakenIn() {
        Refusal refusal = new BearerToken(Optional.empty()).check("Bearer " + TOKEN).orElseThrow();

        assertThat(refusal.status()).isEqualTo(404);
        assertThat(refusal.reason()).contains("set medevac.detector.http.token-file");
    }
}
