package io.medevac.backing.outbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        String content = complete.map(Instant::toString).orElse(UNKNOWN);
        try (FileChannel channel =
                FileChannel.open(
                        fresh,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    void remove() throws IOException {
        Files.deleteIfExists(file);
    }
}
