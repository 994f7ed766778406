package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.medevac.detector.adapter.kubernetes.ObjectCounters.Kind;
import io.medevac.detector.config.DetectorConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Follows what health agents of any make write into the API: conditions of nodes, events about
 * nodes, and taints of devices where the API serves ResourceSlices.
 */
@ApplicationScoped
class ObjectWatches implements Fabric8NodeDirectory.Listener {
    private static final Logger LOG = Logger.getLogger(ObjectWatches.class);
    private static final int BEFORE_THE_DIRECTORY = 100;
    private static final String SLICES_GROUP = "resource.k8s.io";
    private static final String SLICES = "resourceslices";

    private final KubernetesClient client;
    private final Fabric8NodeDirectory nodes;
    private final ObjectIntake intake;
    private final boolean enabled;
    private final List<FollowedObjects<?>> followed = new ArrayList<>();
    private volatile boolean stopped;
    private volatile boolean slices;
    private volatile String slicesSaid = "";

    ObjectWatches(
            KubernetesClient client,
            Fabric8NodeDirectory nodes,
            ObjectIntake intake,
            DetectorConfig config) {
        this.client = client;
        this.nodes = nodes;
        this.intake = intake;
        this.enabled = config.conditions().enabled();
    }

    void onStart(@Observes @Priority(BEFORE_THE_DIRECTORY) StartupEvent event) {
        if (enabled) {
            nodes.tell(this);
            start();
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        stop();
    }

    /** Starts to follow events; nodes are followed by the directory, slices once they are found. */
    synchronized void start() {
        intake.start();
        // Of an event nothing but its name is kept in memory: a cluster has very many.
        SharedIndexInformer<Event> events =
                client.v1()
                        .events()
                        .inAnyNamespace()
                        .withField("involvedObject.kind", "Node")
                        .runnableInformer(0)
                        .itemStore(
                                new ReducedStateItemStore<>(
                                        ReducedStateItemStore.NAME_KEY_STATE,
                                        Event.class,
                                        client.getKubernetesSerialization()));
        followed.add(new FollowedObjects<>(Kind.EVENT, intake, events, LOG));
    }

    /** Ends to follow. */
    synchronized void stop() {
        stopped = true;
        followed.forEach(FollowedObjects::stop);
        intake.stop();
    }

    /** An API that does not serve slices today may do so after its next upgrade. */
    @Scheduled(
            every = "1m",
            delayed = "1s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void lookForSlices() {
        if (!enabled || slices || stopped) {
            return;
        }
        try {
            Optional<String> version = versionOfSlices();
            if (version.isPresent()) {
                follow(version.get());
            } else {
                saySlices("taints of devices are not followed: the API does not serve " + SLICES);
            }
        } catch (KubernetesClientException e) {
            saySlices("cannot ask the API whether it serves " + SLICES + ": " + e.getMessage());
        }
    }

    private synchronized void follow(String version) {
        if (slices || stopped) {
            return;
        }
        ResourceDefinitionContext context =
                new ResourceDefinitionContext.Builder()
                        .withGroup(SLICES_GROUP)
                        .withVersion(version)
                        .withKind("ResourceSlice")
                        .withPlural(SLICES)
                        .withNamespaced(false)
                        .build();
        followed.add(
                new FollowedObjects<>(
                        Kind.RESOURCESLICE,
                        intake,
                        client.genericKubernetesResources(context).runnableInformer(0),
                        LOG));
        slices = true;
    }

    private Optional<String> versionOfSlices() {
        APIGroup group = client.getApiGroup(SLICES_GROUP);
        if (group == null) {
            return Optional.empty();
        }
        List<String> versions = new ArrayList<>();
        versions.add(group.getPreferredVersion().getVersion());
        group.getVersions().stream()
                .map(GroupVersionForDiscovery::getVersion)
                .forEach(versions::add);
        // The forms before v1beta1 are others, and knew no taints.
        return versions.stream()
                .filter(version -> !version.contains("alpha"))
                .filter(this::serves)
                .findFirst();
    }

    private boolean serves(String version) {
        APIResourceList resources = client.getApiResources(SLICES_GROUP + "/" + version);
        return resources != null
                && resources.getResources().stream()
                        .anyMatch(resource -> resource.getName().equals(SLICES));
    }

    private void saySlices(String what) {
        if (!what.equals(slicesSaid)) {
            LOG.info(what);
            slicesSaid = what;
        }
    }

    @Override
    public void changed(Node node) {
        intake.changed(Kind.NODE, node);
    }

    @Override
    public void gone(Node node) {
        intake.gone(Kind.NODE, node);
    }
}
