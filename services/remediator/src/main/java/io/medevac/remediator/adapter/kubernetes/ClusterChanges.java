package io.medevac.remediator.adapter.kubernetes;

import io.medevac.remediator.application.MakeIncidentsDue;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes for a moment and makes the incidents they may concern due, so that a storm of
 * changes is one write. What cannot be written is kept and tried again; what a crash loses is found
 * at the next regular look.
 */
@ApplicationScoped
class ClusterChanges {
    private static final Logger LOG = Logger.getLogger(ClusterChanges.class);
    private static final Duration COLLECT = Duration.ofMillis(10);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final MakeIncidentsDue incidents;
    private final BlockingQueue<Change> queue = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;

    ClusterChanges(MakeIncidentsDue incidents) {
        this.incidents = incidents;
    }

    private record Change(String node, List<String> pools) {}

    /** A node has changed, or something on it; the pools are those it belongs to. */
    void add(String node, Collection<String> pools) {
        queue.add(new Change(node, List.copyOf(pools)));
    }

    void onStart(@Observes StartupEvent event) {
        thread = Thread.ofVirtual().name("cluster-changes").start(this::loop);
    }

    void onStop(@Observes ShutdownEvent event) {
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void loop() {
        Set<String> nodes = new HashSet<>();
        Set<String> pools = new HashSet<>();
        Duration pause = COLLECT;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (nodes.isEmpty()) {
                    collect(queue.take(), nodes, pools);
                }
                long until = System.nanoTime() + pause.toNanos();
                for (Change more = next(until); more != null; more = next(until)) {
                    collect(more, nodes, pools);
                }
                pause = write(nodes, pools) ? COLLECT : AFTER_FAILURE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Change next(long until) throws InterruptedException {
        return queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private static void collect(Change change, Set<String> nodes, Set<String> pools) {
        nodes.add(change.node());
        pools.addAll(change.pools());
    }

    private boolean write(Set<String> nodes, Set<String> pools) {
        try {
            incidents.onClusterChange(nodes, pools);
            nodes.clear();
            pools.clear();
            return true;
        } catch (RuntimeException e) {
            LOG.warnf("cannot wake incidents, trying again: %s", e.getMessage());
            return false;
        }
    }
}
