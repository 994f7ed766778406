package io.medevac.detector;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder of kernel logs, one for each node, that the service follows. */
public final class KernelLogFolder implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
        try {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            Path folder = Files.createTempDirectory(target, "kernel-logs-");
            return Map.of(
                    "medevac.detector.kernel-log.files",
                    folder + "/{node}/kern.log",
                    "medevac.detector.boot-timeout",
                    "8s",
                    "test.kernel-logs",
                    folder.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {}
}
