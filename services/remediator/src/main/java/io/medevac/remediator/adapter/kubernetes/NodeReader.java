package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Quantity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a Node. */
final class NodeReader {
    private static final String GPU = "nvidia.com/gpu";
    private static final Quantity NONE = new Quantity("0");

    private NodeReader() {}

    static NodeView view(Node node) {
        Map<String, String> annotations = orEmpty(node.getMetadata().getAnnotations());
        Optional<NodeCondition> ready = ready(node);
        return new NodeView(
                node.getMetadata().getName(),
                machine(node),
                node.getMetadata().getResourceVersion(),
                orEmpty(node.getMetadata().getLabels()),
                annotations,
                unschedulable(node),
                taints(node),
                readiness(ready),
                ready.map(NodeCondition::getLastTransitionTime).map(NodeReader::time).orElse(null),
                node.getMetadata().getDeletionTimestamp() != null,
                gpus(node.getStatus().getCapacity()),
                gpus(node.getStatus().getAllocatable()),
                MarkJson.read(annotations.get(WellKnown.QUARANTINE_ANNOTATION)),
                MarkJson.read(annotations.get(WellKnown.CLAIM_ANNOTATION)));
    }

    static PoolMember member(Node node) {
        return new PoolMember(
                node.getMetadata().getName(),
                readiness(ready(node)) == Readiness.READY,
                unschedulable(node));
    }

    static Machine machine(Node node) {
        NodeSystemInfo info = node.getStatus().getNodeInfo();
        String boot = info == null ? null : info.getBootID();
        return new Machine(
                node.getMetadata().getUid(), boot == null || boot.isEmpty() ? null : boot);
    }

    static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    private static boolean unschedulable(Node node) {
        return Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    }

    private static List<Taint> taints(Node node) {
        return node.getSpec().getTaints().stream()
                .map(
                        taint ->
                                new Taint(
                                        taint.getKey(),
                                        taint.getValue(),
                                        taint.getEffect(),
                                        taint.getTimeAdded()))
                .toList();
    }

    private static Optional<NodeCondition> ready(Node node) {
        return node.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .findFirst();
    }

    private static Readiness readiness(Optional<NodeCondition> ready) {
        return switch (ready.map(NodeCondition::getStatus).orElse("Unknown")) {
            case "True" -> Readiness.READY;
            case "False" -> Readiness.NOT_READY;
            default -> Readiness.UNREACHABLE;
        };
    }

    private static long gpus(@Nullable Map<String, Quantity> resources) {
        return resources == null
                ? 0
                : resources.getOrDefault(GPU, NONE).getNumericalAmount().longValue();
    }

    private static Instant time(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }
}
