package io.medevac.testkit;

import io.medevac.backing.process.FreePorts;
import io.medevac.backing.process.StateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Where this test JVM keeps its real parts: {@code target/testkit/<pid>}. Logs stay there;
 * processes, containers and data are gone when the JVM is, even when it was killed.
 */
final class TestState {

    /** A system property, since Quarkus loads our classes more than once in a JVM. */
    private static final String PROPERTY = "medevac.testkit.state";

    /** One for all class loaders. */
    private static final Object LOCK = System.getProperties();

    private static final int PORTS = 6;

    private TestState() {}

    /** The folder; made, and watched over, when first asked for. */
    static StateDirectory directory() {
        synchronized (LOCK) {
            String known = System.getProperty(PROPERTY);
            if (known != null) {
                return new StateDirectory(Path.of(known));
            }
            try {
                Path folder =
                        Files.createDirectories(
                                Path.of(
                                        "target",
                                        "testkit",
                                        Long.toString(ProcessHandle.current().pid())));
                StateDirectory state = new StateDirectory(folder);
                postJanitor(state.root());
                System.setProperty(PROPERTY, state.root().toString());
                return state;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Loopback ports, the same each time. */
    static List<Integer> ports() {
        synchronized (LOCK) {
            Path file = directory().root().resolve("ports");
            try {
                if (!Files.exists(file)) {
                    Files.write(
                            file, FreePorts.allocate(PORTS).stream().map(String::valueOf).toList());
                }
                return Files.readAllLines(file).stream().map(Integer::valueOf).toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Says once in this JVM, and leaves beside the logs, what the parts are. */
    static void report(String parts) {
        synchronized (LOCK) {
            Path file = directory().root().resolve("parts");
            try {
                if (!Files.exists(file)) {
                    Files.writeString(file, parts + "\n");
                    System.out.println("testkit: Kafka, PostgreSQL, registry, outbox: " + parts);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void postJanitor(Path state) throws IOException {
        Path script = state.resolve("janitor.sh");
        try (InputStream in = TestState.class.getResourceAsStream("janitor.sh")) {
            if (in == null) {
                throw new IOException("janitor.sh is not on the class path");
            }
            Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
        }
        // Never closed by us: the end of this JVM is its signal.
        new ProcessBuilder(
                        "setsid",
                        "sh",
                        script.toString(),
                        state.toString(),
                        Repository.root().resolve("lab").toString())
                .redirectErrorStream(true)
                .redirectOutput(state.resolve("janitor.log").toFile())
                .start();
    }
}
