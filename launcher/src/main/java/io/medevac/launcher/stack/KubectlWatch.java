package io.medevac.launcher.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Looks at Kubernetes from the outside: what kubectl get --watch says, with the time it came. */
public final class KubectlWatch implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process kubectl;
    private final BiConsumer<JsonNode, Instant> note;

    private KubectlWatch(Process kubectl, BiConsumer<JsonNode, Instant> note) {
        this.kubectl = kubectl;
        this.note = note;
    }

    /**
     * Begins to watch.
     *
     * @param what the objects, as arguments of kubectl get
     * @param note takes each watch event ({@code type}, {@code object}) and when it came
     */
    public static KubectlWatch start(
            StackAddresses stack, List<String> what, BiConsumer<JsonNode, Instant> note) {
        List<String> arguments =
                Stream.of(
                                List.of("kubectl", "get"),
                                what,
                                List.of("--watch", "--output-watch-events", "-o", "json"))
                        .flatMap(List::stream)
                        .toList();
        ExternalCommand command = stack.lab().client(arguments.toArray(String[]::new));
        ProcessBuilder builder =
                new ProcessBuilder(command.command())
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(command.environment());
        try {
            KubectlWatch started = new KubectlWatch(builder.start(), note);
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(started::close));
            Thread.ofVirtual().start(started::read);
            return started;
        } catch (IOException e) {
            throw new CommandFailure("kubectl cannot be started: " + e.getMessage(), e);
        }
    }

    private void read() {
        try (MappingIterator<JsonNode> events =
                JSON.readerFor(JsonNode.class).readValues(kubectl.getInputStream())) {
            while (events.hasNextValue()) {
                note.accept(events.nextValue(), Instant.now());
            }
        } catch (IOException e) {
            kubectl.destroy(); // closed, or the API server ended: what was seen stays seen
        }
    }

    @Override
    public void close() {
        kubectl.destroy();
    }
}
