package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.systemtests.LocalStack.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** One more copy of a running service: the same command and environment, another port. */
final class Replica implements AutoCloseable {
    private static final String PORT = "QUARKUS_HTTP_PORT";
    private static final Pattern LISTENING = Pattern.compile("Listening on: (http://[\\w.]+:\\d+)");

    private final Process process;
    private final String name;
    private final Path log;

    /**
     * Starts it.
     *
     * @param number which copy it is
     */
    Replica(Running stack, String service, int number) {
        try {
            log = stack.state().resolve("logs/%s-%d.log".formatted(service, number));
            Path original = Path.of("/proc", Long.toString(stack.pid(service)));
            List<String> command = words(original.resolve("cmdline"));
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            builder.environment().clear();
            builder.environment().putAll(variables(original.resolve("environ")));
            builder.environment().put(PORT, "0");
            process = builder.start();
            name = "copy %d of %s".formatted(number, service);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitReady() {
        Awaitility.await(name + " is ready").atMost(LocalStack.INCIDENT).until(this::ready);
    }

    private static Map<String, String> variables(Path environ) throws IOException {
        return words(environ).stream()
                .collect(
                        Collectors.toMap(
                                each -> each.substring(0, each.indexOf('=')),
                                each -> each.substring(each.indexOf('=') + 1),
                                (one, again) -> one));
    }

    private static List<String> words(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        return Arrays.stream(text.split("\0", -1)).filter(each -> !each.isEmpty()).toList();
    }

    private boolean ready() {
        try {
            String said = Files.readString(log, StandardCharsets.UTF_8);
            assertThat(process.isAlive()).as("%s runs; it said: %s", name, said).isTrue();
            Matcher address = LISTENING.matcher(said);
            return address.find() && answersReady(URI.create(address.group(1)));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answersReady(URI service) throws IOException {
        URI ready = service.resolve("/q/health/ready");
        HttpURLConnection connection = (HttpURLConnection) ready.toURL().openConnection();
        return connection.getResponseCode() == 200;
    }

    /** Dies without a word. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.destroy();
        Awaitility.await("the copy has ended")
                .atMost(LocalStack.COMMAND)
                .until(() -> !process.isAlive());
    }
}
