package io.medevac.detector;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A file with the token that senders show. */
public final class HttpToken implements QuarkusTestResourceLifecycleManager {
    /** The token. */
    public static final String TOKEN = "a-token-of-a-test";

    @Override
    public Map<String, String> start() {
        try {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            Path file = Files.writeString(Files.createTempFile(target, "token-", ""), TOKEN);
            return Map.of("medevac.detector.http.token-file", file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {}
}
