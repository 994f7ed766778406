package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.launcher.stack.KubectlWatch;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.view.ShareOfTime.Eviction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Knows when an evicted pod of one node was marked for deletion and when it was gone: what lies
 * between is the kubelet's and the pod's own time.
 */
final class EvictionWatch implements AutoCloseable {

    private final String node;
    private final KubectlWatch watch;
    private @Nullable Instant asked;
    private @Nullable Instant gone;

    EvictionWatch(String node, StackAddresses stack) {
        this.node = node;
        this.watch = KubectlWatch.start(stack, List.of("pods", "-n", "demo"), this::note);
    }

    /** What has been seen; empty until an evicted pod is gone. */
    synchronized Optional<Eviction> seen() {
        return asked == null || gone == null
                ? Optional.empty()
                : Optional.of(new Eviction(asked, gone));
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
        watch.close();
    }
}
