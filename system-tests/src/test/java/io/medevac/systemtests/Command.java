package io.medevac.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command run as a user would run it, with a deadline. */
final class Command {
    private final Path folder;
    private final Map<String, String> environment;

    Command(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /**
     * What a command said.
     *
     * @param exit exit status
     * @param out standard output and error together
     */
    record Answer(int exit, String out) {}

    /** Runs; fails the test when the command does not end with 0 in time. */
    String run(Duration deadline, String... words) {
        Answer answer = ask(deadline, words);
        if (answer.exit() != 0) {
            throw new AssertionError(
                    String.join(" ", words)
                            + " ended with "
                            + answer.exit()
                            + ":\n"
                            + answer.out());
        }
        return answer.out();
    }

    /** Runs and gives exit status and output; fails the test only when it does not end in time. */
    Answer ask(Duration deadline, String... words) {
        try {
            Path out = Files.createTempFile("command", ".out");
            ProcessBuilder builder =
                    new ProcessBuilder(List.of(words))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                            .redirectOutput(out.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            String text = Files.readString(out, StandardCharsets.UTF_8);
            Files.delete(out);
            if (!ended) {
                throw new AssertionError(
                        String.join(" ", words) + " did not end in " + deadline + ":\n" + text);
            }
            return new Answer(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted in " + String.join(" ", words), e);
        }
    }
}
