package io.medevac.slurmbridge.fake;

import io.medevac.domain.slurm.NodeMapping.SlurmdPod;
import io.medevac.slurmbridge.port.KubernetesView;
import io.medevac.slurmbridge.port.NoAnswer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Nodes with a slurmd pod each; the Slurm node has the same name. */
public final class InMemoryKubernetes implements KubernetesView {
    private final Map<String, KubernetesNode> nodes = new HashMap<>();
    private boolean answering = true;

    /** A node. */
    public InMemoryKubernetes add(String name, String uid) {
        nodes.put(name, new KubernetesNode(uid, null));
        return this;
    }

    /** The taint of an incident stands on it. */
    public InMemoryKubernetes quarantine(String name, UUID incident) {
        nodes.computeIfPresent(
                name, (key, node) -> new KubernetesNode(node.uid(), incident.toString()));
        return this;
    }

    /** Whether the API server answers. */
    public void answers(boolean answers) {
        answering = answers;
    }

    @Override
    public Optional<KubernetesNode> node(String name) {
        check();
        return Optional.ofNullable(nodes.get(name));
    }

    @Override
    public List<SlurmdPod> slurmdPods(String node) {
        check();
        return nodes.containsKey(node) ? List.of(new SlurmdPod("slurmd-" + node, null)) : List.of();
    }

    private void check() {
        if (!answering) {
            throw new NoAnswer("the API server is down");
        }
    }
}
