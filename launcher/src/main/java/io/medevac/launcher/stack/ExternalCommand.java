package io.medevac.launcher.stack;

import io.medevac.launcher.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that is run to its end, with a deadline.
 *
 * @param command program and arguments
 * @param environment variables added to ours
 */
public record ExternalCommand(List<String> command, Map<String, String> environment) {

    public ExternalCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** What a program wrote, and how it ended. */
    public record Result(int exitCode, String output, String errors) {}

    /** A command in our own environment. */
    public static ExternalCommand of(String... words) {
        return new ExternalCommand(List.of(words), Map.of());
    }

    /** The same with further variables. */
    public ExternalCommand with(Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        return new ExternalCommand(command, all);
    }

    /** The same with further arguments. */
    public ExternalCommand and(String... words) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(words));
        return new ExternalCommand(all, environment);
    }

    /**
     * Runs it and returns what it wrote.
     *
     * @throws CommandFailure when it cannot be started, exits with another code than 0, or passes
     *     the deadline
     */
    public String output(Duration deadline) throws InterruptedException {
        Result result = run(deadline);
        if (result.exitCode() != 0) {
            throw new CommandFailure(
                    "%s failed (%d): %s"
                            .formatted(shown(), result.exitCode(), result.errors().strip()));
        }
        return result.output();
    }

    /**
     * Runs it, whatever its exit code.
     *
     * @throws CommandFailure when it cannot be started or passes the deadline
     */
    public Result run(Duration deadline) throws InterruptedException {
        Process process = start(builder());
        try {
            CompletableFuture<String> output = text(process.getInputStream());
            CompletableFuture<String> errors = text(process.getErrorStream());
            if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CommandFailure(
                        "%s did not end within %d s".formatted(shown(), deadline.toSeconds()));
            }
            return new Result(process.exitValue(), output.join(), errors.join());
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Runs it on our own terminal.
     *
     * @return its exit code
     * @throws CommandFailure when it cannot be started
     */
    public int onTerminal() throws InterruptedException {
        return start(
                        builder()
                                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                                .redirectError(ProcessBuilder.Redirect.INHERIT))
                .waitFor();
    }

    private ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment);
        return builder;
    }

    private Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new CommandFailure(shown() + " cannot be started: " + e.getMessage(), e);
        }
    }

    private String shown() {
        return String.join(" ", command.subList(0, Math.min(4, command.size())));
    }

    private static CompletableFuture<String> text(InputStream stream) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (stream) {
                                text.complete(
                                        new String(stream.readAllBytes(), StandardCharsets.UTF_8));
                            } catch (IOException | UncheckedIOException e) {
                                text.complete("");
                            }
                        });
        return text;
    }
}
