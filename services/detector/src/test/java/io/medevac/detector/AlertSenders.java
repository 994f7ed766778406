package io.medevac.detector;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Files with a token and a secret of who may send alerts in. */
public final class AlertSenders implements QuarkusTestResourceLifecycleManager {
    public static final String TOKEN = "0123456789abcdef";
    public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @Override
    public Map<String, String> start() {
        try {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            Path folder = Files.createTempDirectory(target, "alert-senders-");
            Path token = Files.writeString(folder.resolve("token"), TOKEN);
            Path secret = Files.writeString(folder.resolve("secret"), SECRET);
            return Map.of(
                    "medevac.detector.http.token-file",
                    token.toString(),
                    "medevac.detector.alerts.hmac-secret-file",
                    secret.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {}
}
