package io.medevac.backing.outbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Is there from the decision to send again until a later start finds that done. Holds the time up
 * to which everything was sent before.
 *
 * @param file where it is
 */
record ResendFile(Path file) {

    private static final String UNKNOWN = "unknown";

    boolean isThere() {
        return Files.exists(file);
    }

    Optional<Instant> complete() throws IOException {
        String content = Files.readString(file).strip();
        return content.equals(UNKNOWN) ? Optional.empty() : Optional.of(Instant.parse(content));
    }

    /** On the disk before anything else is changed, and as a whole. */
    void write(Optional<Instant> complete) throws IOException {
        String content = complete.map(Instant::toString).orElse(UNKNOWN);
        DurableFile.replace(file, content.getBytes(StandardCharsets.UTF_8));
    }

    void remove() throws IOException {
        Files.deleteIfExists(file);
    }
}
