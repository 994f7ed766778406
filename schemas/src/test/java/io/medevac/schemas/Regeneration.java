package io.medevac.schemas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Generated files are compared by tests; with {@code -Dmedevac.regenerate} the same tests write
 * them anew instead.
 */
final class Regeneration {

    static final String COMMAND = "mvn -pl schemas test -Dmedevac.regenerate";

    private Regeneration() {}

    static boolean requested() {
        String value = System.getProperty("medevac.regenerate");
        return value != null && !value.equals("false");
    }

    static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
