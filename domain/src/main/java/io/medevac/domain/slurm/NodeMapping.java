package io.medevac.domain.slurm;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which Slurm node a Kubernetes node serves. */
public sealed interface NodeMapping {

    /**
     * It serves this Slurm node.
     *
     * @param slurmNode Slurm node name
     */
    record Serves(String slurmNode) implements NodeMapping {}

    /** It serves none. */
    record ServesNone() implements NodeMapping {}

    /**
     * It cannot be told: nothing may be done.
     *
     * @param reason why
     */
    record Unclear(String reason) implements NodeMapping {}

    /**
     * A slurmd pod on the Kubernetes node.
     *
     * @param name pod name
     * @param slurmNode Slurm node name its label tells (Slinky); null without such a label
     */
    record SlurmdPod(String name, @Nullable String slurmNode) {}

    /**
     * Decides by, in this order: the comment that Slinky's operator keeps at the Slurm node, the
     * label of the slurmd pod, the same name in Slurm.
     *
     * @param nodes all nodes of Slurm; an empty list is no answer
     */
    static NodeMapping of(String kubernetesNode, List<SlurmdPod> pods, List<SlurmNode> nodes) {
        if (nodes.isEmpty()) {
            return new Unclear("Slurm lists no node at all");
        }
        Set<String> claimed = new TreeSet<>();
        for (SlurmNode node : nodes) {
            SlinkyComment.kubernetesNode(node.comment())
                    .filter(kubernetesNode::equals)
                    .ifPresent(same -> claimed.add(node.name()));
        }
        if (claimed.isEmpty()) {
            pods.stream()
                    .flatMap(pod -> Optional.ofNullable(pod.slurmNode()).stream())
                    .forEach(claimed::add);
        }
        if (claimed.size() > 1) {
            return new Unclear("serves several Slurm nodes: " + String.join(", ", claimed));
        }
        if (claimed.isEmpty()) {
            return byName(kubernetesNode, pods, nodes);
        }
        String only = claimed.iterator().next();
        return known(only, nodes)
                ? new Serves(only)
                : new Unclear("its slurmd pod is " + only + ", which Slurm does not know");
    }

    /**
     * The Kubernetes node that serves a Slurm node, by the same marks in the same order; empty when
     * its pods run on several.
     *
     * @param podsOn nodes of the slurmd pods whose label tells this Slurm node
     */
    static Optional<String> kubernetesNode(SlurmNode node, Set<String> podsOn) {
        Optional<String> said = SlinkyComment.kubernetesNode(node.comment());
        if (said.isPresent() || podsOn.size() > 1) {
            return said;
        }
        return podsOn.stream().findFirst().or(() -> Optional.of(node.name()));
    }

    private static NodeMapping byName(
            String kubernetesNode, List<SlurmdPod> pods, List<SlurmNode> nodes) {
        for (SlurmNode node : nodes) {
            if (node.name().equals(kubernetesNode)) {
                Optional<String> other = SlinkyComment.kubernetesNode(node.comment());
                return other.isEmpty()
                        ? new Serves(kubernetesNode)
                        : new Unclear("Slurm node of that name runs on " + other.get());
            }
        }
        return pods.isEmpty()
                ? new ServesNone()
                : new Unclear(
                        "has slurmd pod %s, but Slurm knows no node %s"
                                .formatted(pods.getFirst().name(), kubernetesNode));
    }

    private static boolean known(String name, List<SlurmNode> nodes) {
        return nodes.stream().anyMatch(node -> node.name().equals(name));
    }
}
