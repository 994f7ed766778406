package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.stack.ExternalCommand;
import io.medevac.launcher.view.ShareOfTime.Eviction;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Watches the pods of one node from the outside (kubectl get --watch), to know when an evicted pod
 * was marked for deletion and when it was gone: what lies between is the kubelet's and the pod's
 * own time.
 */
final class EvictionWatch implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String node;
    private final Process kubectl;
    private @Nullable Instant asked;
    private @Nullable Instant gone;

    private EvictionWatch(String node, Process kubectl) {
        this.node = node;
        this.kubectl = kubectl;
    }

    /**
     * Begins to watch.
     *
     * @param watch the kubectl command whose output is a stream of watch events
     */
    static EvictionWatch start(String node, ExternalCommand watch) {
        ProcessBuilder builder =
                new ProcessBuilder(watch.command()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(watch.environment());
        try {
            EvictionWatch started = new EvictionWatch(node, builder.start());
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(started::close));
            Thread.ofVirtual().start(started::read);
            return started;
        } catch (IOException e) {
            throw new CommandFailure("kubectl cannot be started: " + e.getMessage(), e);
        }
    }

    /** What has been seen; empty until an evicted pod is gone. */
    synchronized Optional<Eviction> seen() {
        return asked == null || gone == null
                ? Optional.empty()
                : Optional.of(new Eviction(asked, gone));
    }

    private void read() {
        try (MappingIterator<JsonNode> events =
                JSON.readerFor(JsonNode.class).readValues(kubectl.getInputStream())) {
            while (events.hasNextValue()) {
                note(events.nextValue(), Instant.now());
            }
        } catch (IOException e) {
            kubectl.destroy(); // closed, or the API server ended: what was seen stays seen
        }
    }

    private synchronized void note(JsonNode event, Instant now) {
        JsonNode pod = event.path("object");
        if (!pod.path("spec").path("nodeName").asText().equals(node)) {
            return;
        }
        if (asked == null && pod.path("metadata").has("deletionTimestamp")) {
            asked = now;
        }
        if (event.path("type").asText().equals("DELETED")) {
            gone = now;
        }
    }

    @Override
    public void close() {
        kubectl.destroy();
    }
}
