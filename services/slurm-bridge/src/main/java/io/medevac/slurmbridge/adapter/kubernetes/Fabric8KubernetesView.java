package io.medevac.slurmbridge.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.domain.slurm.NodeMapping.SlurmdPod;
import io.medevac.slurmbridge.config.SlurmBridgeConfig;
import io.medevac.slurmbridge.port.KubernetesView;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmdPods;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads from the API server itself, never from a cache: what was not seen now does not count. */
@ApplicationScoped
class Fabric8KubernetesView implements KubernetesView, SlurmdPods {
    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private final KubernetesClient client;
    private final String slurmdSelector;

    @Inject
    Fabric8KubernetesView(KubernetesClient client, SlurmBridgeConfig config) {
        this(client, config.slurmdSelector());
    }

    Fabric8KubernetesView(KubernetesClient client, String slurmdSelector) {
        this.client = client;
        this.slurmdSelector = slurmdSelector;
    }

    @Override
    public Optional<KubernetesNode> node(String name) {
        return answered(
                        "get node " + name,
                        () -> Optional.ofNullable(client.nodes().withName(name).get()))
                .map(Fabric8KubernetesView::seen);
    }

    private static KubernetesNode seen(Node node) {
        String incident =
                Optional.ofNullable(node.getSpec().getTaints()).orElse(List.of()).stream()
                        .filter(taint -> WellKnown.QUARANTINED.equals(taint.getKey()))
                        .map(Taint::getValue)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
        return new KubernetesNode(node.getMetadata().getUid(), incident);
    }

    @Override
    public List<SlurmdPod> slurmdPods(String node) {
        return answered(
                        "list slurmd pods of node " + node,
                        () ->
                                client.pods()
                                        .inAnyNamespace()
                                        .withLabelSelector(slurmdSelector)
                                        .withField("spec.nodeName", node)
                                        .list()
                                        .getItems())
                .stream()
                .filter(pod -> !over(pod))
                .map(Fabric8KubernetesView::slurmd)
                .toList();
    }

    @Override
    public Map<String, Set<String>> nodesBySlurmNode() {
        Map<String, Set<String>> nodes = new HashMap<>();
        for (Pod pod : labelled()) {
            String slurmNode = slurmd(pod).slurmNode();
            String node = pod.getSpec().getNodeName();
            if (slurmNode != null && node != null && !over(pod)) {
                nodes.computeIfAbsent(slurmNode, name -> new HashSet<>()).add(node);
            }
        }
        return nodes;
    }

    private List<Pod> labelled() {
        return answered(
                "list slurmd pods",
                () ->
                        client.pods()
                                .inAnyNamespace()
                                .withLabelSelector(slurmdSelector)
                                .list()
                                .getItems());
    }

    private static boolean over(Pod pod) {
        return pod.getStatus() != null && OVER.contains(pod.getStatus().getPhase());
    }

    private static SlurmdPod slurmd(Pod pod) {
        Map<String, String> labels =
                Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
        return new SlurmdPod(pod.getMetadata().getName(), labels.get(WellKnown.SLINKY_HOSTNAME));
    }

    /** The API server's own words name the permission that is missing, if one is. */
    private static <T> T answered(String what, Supplier<T> call) {
        try {
            return call.get();
        } catch (KubernetesClientException e) {
            throw new NoAnswer("Kubernetes, " + what + ": " + e.getMessage(), e);
        }
    }
}
