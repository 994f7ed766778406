package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.launcher.stack.KubectlWatch;
import io.medevac.launcher.stack.StackAddresses;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows when Kubernetes first showed one node as cordoned. */
final class CordonWatch implements AutoCloseable {

    private final KubectlWatch watch;
    private @Nullable Instant cordoned;

    CordonWatch(String node, StackAddresses stack) {
        this.watch = KubectlWatch.start(stack, List.of("nodes", node), this::note);
    }

    /** When the cordon was seen; empty while there is none. */
    synchronized Optional<Instant> seen() {
        return Optional.ofNullable(cordoned);
    }

    private synchronized void note(JsonNode event, Instant now) {
        if (cordoned == null
                && event.path("object").path("spec").path("unschedulable").asBoolean()) {
            cordoned = now;
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
