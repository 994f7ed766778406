package io.medevac.schemas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Generated files are compared by tests; with {@code -Dmedevac.docs.write=true} the same tests
 * write them anew instead.
 */
final class Regeneration {

    static final String COMMAND = "mvn -pl schemas test -Dmedevac.docs.write=true";

    private Regeneration() {}

    static boolean requested() {
        return Boolean.getBoolean("medevac.docs.write");
    }

    static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
