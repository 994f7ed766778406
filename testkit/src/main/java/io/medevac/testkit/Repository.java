package io.medevac.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/** The source tree that the tests run in: some of the real things are started by its scripts. */
public final class Repository {

    private Repository() {}

    /**
     * Its top folder.
     *
     * @throws IllegalStateException when the test does not run inside the source tree
     */
    public static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isExecutable(folder.resolve("lab").resolve("lab"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no lab/lab above " + start);
    }
}
