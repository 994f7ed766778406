package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Taint;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Marks with which others say that they are at work on a node: autoscalers, Cluster API, medik8s,
 * kured, NVSentinel, the driver upgrade of the GPU operator. A name that ends in {@code /} stands
 * for everything below it.
 */
final class ForeignMarks {

    private static final List<String> TAINTS =
            List.of(
                    "ToBeDeletedByClusterAutoscaler",
                    "karpenter.sh/disrupted",
                    "karpenter.sh/disruption",
                    "node.cluster.x-k8s.io/uninitialized",
                    "node.cloudprovider.kubernetes.io/shutdown",
                    "node.cloudprovider.kubernetes.io/uninitialized",
                    "node.kubernetes.io/out-of-service",
                    "aws-node-termination-handler/",
                    "medik8s.io/",
                    "remediation.medik8s.io/");

    private static final List<String> ANNOTATIONS =
            List.of(
                    "cluster.x-k8s.io/remediate-machine",
                    "cluster.x-k8s.io/delete-machine",
                    "controlplane.cluster.x-k8s.io/remediation-in-progress",
                    "karpenter.sh/nodeclaim-termination-timestamp",
                    "weave.works/kured-reboot-in-progress",
                    "quarantineHealthEvent",
                    "remediation.medik8s.io/");

    private static final String DRIVER_UPGRADE = "nvidia.com/gpu-driver-upgrade-state";
    private static final String UPGRADE_DONE = "upgrade-done";

    private ForeignMarks() {}

    /** The first mark found, in words. */
    static Optional<String> on(NodeView node, List<String> further) {
        return Stream.of(taint(node, further), annotation(node, further), driverUpgrade(node))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> taint(NodeView node, List<String> further) {
        return node.taints().stream()
                .map(Taint::key)
                .filter(key -> matches(TAINTS, key) || matches(further, key))
                .map(key -> "taint " + key)
                .findFirst();
    }

    private static Optional<String> annotation(NodeView node, List<String> further) {
        return node.annotations().keySet().stream()
                .sorted()
                .filter(key -> matches(ANNOTATIONS, key) || matches(further, key))
                .map(key -> "annotation " + key)
                .findFirst();
    }

    private static Optional<String> driverUpgrade(NodeView node) {
        return Optional.ofNullable(node.labels().get(DRIVER_UPGRADE))
                .filter(state -> !state.isEmpty() && !state.equals(UPGRADE_DONE))
                .map(state -> "label " + DRIVER_UPGRADE + "=" + state);
    }

    private static boolean matches(List<String> names, String key) {
        return names.stream()
                .anyMatch(name -> name.endsWith("/") ? key.startsWith(name) : key.equals(name));
    }
}
