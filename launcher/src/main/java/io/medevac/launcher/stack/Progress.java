package io.medevac.launcher.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What the supervisor tells whoever waits for it, one JSON object a line in {@code
 * state/run/progress}: begun anew with each start of a stack.
 */
final class Progress {

    /** The part that stands for everything. */
    static final String STACK = "stack";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    Progress(Home home) {
        this.file = home.state().resolve("run/progress");
    }

    /** How it stands with a part. */
    enum Condition {
        STARTING,
        READY,
        FAILED
    }

    /**
     * One line.
     *
     * @param part name of a process, or {@link #STACK}
     * @param detail reason of a failure, else empty
     * @param millis since the start of the stack
     */
    record Line(String part, Condition condition, String detail, long millis) {}

    void begin() {
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
            Files.createFile(file);
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    synchronized void tell(Line line) {
        try {
            Files.writeString(
                    file, JSON.writeValueAsString(line) + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** The complete lines so far; none when nothing was ever started. */
    List<Line> lines() {
        try {
            if (!Files.exists(file)) {
                return List.of();
            }
            String text = Files.readString(file, StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Progress::line)
                    .toList();
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Line line(String text) {
        try {
            return JSON.readValue(text, Line.class);
        } catch (JsonProcessingException e) {
            throw new CommandFailure("the progress file holds what is no progress: " + text, e);
        }
    }
}
