package io.medevac.detector.adapter.dcgm;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.medevac.detector.config.DcgmConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The pods of dcgm-exporter that Kubernetes shows, by watches that go on trying while the API does
 * not answer; until then the pods are as they were seen last. A pod that is gone is no target: its
 * node is not blind, it has no exporter.
 */
public final class ExporterPods {
    private static final Logger LOG = Logger.getLogger(ExporterPods.class);
    private static final String METRICS = "metrics";
    private static final Comparator<Pod> YOUNGEST =
            Comparator.<Pod, String>comparing(
                            pod ->
                                    Optional.ofNullable(pod.getMetadata().getCreationTimestamp())
                                            .orElse(""))
                    .thenComparing(pod -> pod.getMetadata().getName());

    private final KubernetesClient client;
    private final DcgmConfig config;
    private final List<SharedIndexInformer<Pod>> informers = new ArrayList<>();

    /** With what to look for. */
    public ExporterPods(KubernetesClient client, DcgmConfig config) {
        this.client = client;
        this.config = config;
    }

    /** Starts to follow. */
    public void start() {
        DcgmTargets.labels(config)
                .forEach(
                        (key, value) -> {
                            List<String> namespaces = config.namespaces().orElse(List.of());
                            if (namespaces.isEmpty()) {
                                follow(client.pods().inAnyNamespace().withLabel(key, value));
                            }
                            for (String namespace : namespaces) {
                                follow(
                                        client.pods()
                                                .inNamespace(namespace.strip())
                                                .withLabel(key, value));
                            }
                        });
    }

    private void follow(FilterWatchListDeletable<Pod, PodList, PodResource> pods) {
        SharedIndexInformer<Pod> informer =
                pods.runnableInformer(0)
                        .exceptionHandler(
                                (started, failure) -> {
                                    LOG.warnf(
                                            "cannot follow pods of dcgm-exporter: %s",
                                            failure.getMessage());
                                    return true;
                                });
        informers.add(informer);
        informer.start();
    }

    /** Ends to follow. */
    public void stop() {
        informers.forEach(SharedIndexInformer::stop);
    }

    /** The page of each node that has a pod; of several pods of a node the youngest one's. */
    Collection<Target> targets() {
        Map<String, Pod> youngest = new HashMap<>();
        for (SharedIndexInformer<Pod> informer : informers) {
            for (Pod pod : informer.getStore().list()) {
                if (isTarget(pod)) {
                    youngest.merge(
                            pod.getSpec().getNodeName(),
                            pod,
                            (one, other) -> YOUNGEST.compare(one, other) >= 0 ? one : other);
                }
            }
        }
        List<Target> targets = new ArrayList<>();
        youngest.forEach((node, pod) -> target(node, pod).ifPresent(targets::add));
        return targets;
    }

    private static boolean isTarget(Pod pod) {
        return pod.getSpec() != null
                && pod.getSpec().getNodeName() != null
                && pod.getStatus() != null
                && pod.getStatus().getPodIP() != null
                && "Running".equals(pod.getStatus().getPhase());
    }

    private Optional<Target> target(String node, Pod pod) {
        try {
            URI url =
                    new URI(
                            "http",
                            null,
                            pod.getStatus().getPodIP(),
                            port(pod),
                            "/metrics",
                            null,
                            null);
            return Optional.of(new Target(url, node, Set.of(pod.getMetadata().getName())));
        } catch (URISyntaxException e) {
            LOG.warnf("pod without a usable address: %s", pod.getMetadata().getName());
            return Optional.empty();
        }
    }

    private int port(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .map(Container::getPorts)
                .flatMap(List::stream)
                .filter(port -> METRICS.equals(port.getName()))
                .map(ContainerPort::getContainerPort)
                .findFirst()
                .orElse(config.port());
    }
}
