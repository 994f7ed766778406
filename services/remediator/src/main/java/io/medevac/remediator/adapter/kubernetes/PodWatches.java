package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Follows the pods of those nodes that an incident looks at, and of no others: a drained pod wakes
 * its incident at once, and a cluster of thousands of pods costs nothing.
 */
@ApplicationScoped
class PodWatches {
    private static final Logger LOG = Logger.getLogger(PodWatches.class);
    private static final Duration UNUSED = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final PodReader reader;
    private final ClusterChanges changes;
    private final InstantSource clock;
    private final Map<String, Watch> watches = new ConcurrentHashMap<>();

    PodWatches(
            KubernetesClient client,
            PodReader reader,
            ClusterChanges changes,
            InstantSource clock) {
        this.client = client;
        this.reader = reader;
        this.changes = changes;
        this.clock = clock;
    }

    private record Watch(SharedIndexInformer<Pod> informer, Instant usedAt) {}

    /** Follows the pods of the node from now on, until it is no longer asked for. */
    void follow(String node) {
        watches.compute(
                node,
                (name, watch) ->
                        new Watch(watch == null ? start(name) : watch.informer(), clock.instant()));
    }

    @Scheduled(every = "1m", delayed = "1m")
    void stopUnused() {
        Instant limit = clock.instant().minus(UNUSED);
        for (String node : watches.keySet()) {
            watches.computeIfPresent(
                    node, (name, watch) -> watch.usedAt().isBefore(limit) ? stop(watch) : watch);
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        watches.values().forEach(watch -> watch.informer().stop());
        watches.clear();
    }

    private static @Nullable Watch stop(Watch watch) {
        watch.informer().stop();
        return null;
    }

    private SharedIndexInformer<Pod> start(String node) {
        SharedIndexInformer<Pod> informer =
                client.pods()
                        .inAnyNamespace()
                        .withField("spec.nodeName", node)
                        .runnableInformer(0)
                        .exceptionHandler(
                                (started, failure) -> {
                                    LOG.warnf(
                                            "cannot follow pods of %s: %s",
                                            node, failure.getMessage());
                                    return true;
                                });
        informer.addEventHandler(new Wakes(node));
        informer.start();
        return informer;
    }

    /** New pods are left out: what comes to a node is read when the incident looks. */
    private final class Wakes implements ResourceEventHandler<Pod> {
        private final String node;

        private Wakes(String node) {
            this.node = node;
        }

        @Override
        public void onAdd(Pod pod) {}

        @Override
        public void onUpdate(Pod before, Pod after) {
            if (!reader.view(before).equals(reader.view(after))) {
                changes.add(node, List.of());
            }
        }

        @Override
        public void onDelete(Pod pod, boolean lastStateUnknown) {
            changes.add(node, List.of());
        }
    }
}
