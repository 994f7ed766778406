package io.medevac.backing.outbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Is there exactly while events flow.
 *
 * @param file where it is
 */
record ReadyFile(Path file) {

    static ReadyFile in(Path data) {
        return new ReadyFile(data.resolve("ready"));
    }

    void streaming() {
        if (!Files.exists(file)) {
            try {
                Files.createFile(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void trouble() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
