package io.medevac.launcher.kernel;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.stream.Stream;

/** The kernel log of one node, a file as rsyslog writes it. */
public final class KernelLog {

    private final String node;
    private final Path file;

    private KernelLog(String node, Path file) {
        this.node = node;
        this.file = file;
    }

    /**
     * The log of a node.
     *
     * @throws CommandFailure when there is no such node: exit code 2, with the nodes that there are
     */
    public static KernelLog of(Home home, String node) {
        Path file = home.kernelLog(node);
        if (node.isEmpty() || node.contains("/") || !Files.isRegularFile(file)) {
            throw CommandFailure.usage(
                    "there is no node '%s'; there are: %s".formatted(node, nodes(home)));
        }
        return new KernelLog(node, file);
    }

    /** What the machine said when it was booted the last time. */
    public Boot boot() {
        try {
            // Not readAllLines, which gives up at the first byte that is no character.
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return Boot.lastIn(text.lines().toList());
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Writes a line as the node's kernel would, in one write, so that a reader sees all or nothing
     * of it.
     *
     * @param now its time stamp
     * @param text what follows the time since boot
     * @return the line
     */
    public String write(Instant now, String text) {
        String line = KernelLine.of(now, boot().at(), node, text);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            channel.write(bytes);
            return line;
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static String nodes(Home home) {
        try (Stream<Path> folders = Files.list(home.state().resolve("nodes"))) {
            return folders.filter(folder -> Files.exists(folder.resolve("kern.log")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .reduce((one, next) -> one + ", " + next)
                    .orElse("none");
        } catch (IOException e) {
            return "none";
        }
    }
}
