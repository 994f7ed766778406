package io.medevac.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. */
final class Command {

    private Command() {}

    /**
     * What the program wrote.
     *
     * @throws IllegalStateException when it fails or passes the deadline; the message has what it
     *     wrote
     */
    static String run(Map<String, String> environment, Duration deadline, List<String> words) {
        try {
            // Into a file and not a pipe: the scripts of the lab leave processes behind, which
            // would hold the pipe open.
            Path output = Files.createTempFile("command", ".out");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(words)
                                .redirectInput(new File("/dev/null"))
                                .redirectErrorStream(true)
                                .redirectOutput(output.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
                if (!ended) {
                    process.destroyForcibly();
                }
                String written = Files.readString(output);
                if (!ended || process.exitValue() != 0) {
                    throw new IllegalStateException(
                            "%s %s: %s"
                                    .formatted(
                                            String.join(" ", words),
                                            ended
                                                    ? "failed"
                                                    : "did not end within "
                                                            + deadline.toSeconds()
                                                            + " s",
                                            written.strip()));
                }
                return written;
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new IllegalStateException(String.join(" ", words) + " cannot be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
