package io.medevac.slurmbridge.adapter.slurm;

import io.medevac.slurmbridge.port.NoAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs commands as processes: with a deadline after which they are killed, with a limit to what
 * they may say, and with nothing in their environment but where Slurm is.
 */
final class ProcessCommands implements Commands {
    private static final int MAX_BYTES = 256 << 20;
    private static final Executor READERS =
            task -> Thread.ofVirtual().name("slurm-output").start(task);

    private final Duration timeout;
    private final int maxBytes;
    private final Map<String, String> environment;

    ProcessCommands(Duration timeout, Map<String, String> environment) {
        this(timeout, environment, MAX_BYTES);
    }

    ProcessCommands(Duration timeout, Map<String, String> environment, int maxBytes) {
        this.timeout = timeout;
        this.environment = Map.copyOf(environment);
        this.maxBytes = maxBytes;
    }

    @Override
    public Answer run(List<String> command) {
        Process process = start(command);
        try {
            CompletableFuture<String> output = read(process.getInputStream());
            CompletableFuture<String> errors = read(process.getErrorStream());
            CompletableFuture.allOf(output, errors, process.onExit())
                    .get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(process.exitValue(), output.get(), errors.get());
        } catch (TimeoutException e) {
            throw new NoAnswer(
                    "%s did not answer within %d ms"
                            .formatted(command.getFirst(), timeout.toMillis()),
                    e);
        } catch (ExecutionException e) {
            throw new NoAnswer(command.getFirst() + ": " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswer(command.getFirst() + " was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new NoAnswer(command.getFirst() + " cannot be started: " + e.getMessage(), e);
        }
    }

    private CompletableFuture<String> read(InputStream stream) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (stream) {
                        byte[] bytes = stream.readNBytes(maxBytes + 1);
                        if (bytes.length > maxBytes) {
                            throw new NoAnswer("says more than " + maxBytes + " bytes");
                        }
                        return new String(bytes, StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        throw new NoAnswer("its output cannot be read", e);
                    }
                },
                READERS);
    }
}
