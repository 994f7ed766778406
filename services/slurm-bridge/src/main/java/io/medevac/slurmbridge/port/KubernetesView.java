package io.medevac.slurmbridge.port;

import io.medevac.domain.slurm.NodeMapping.SlurmdPod;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is read from Kubernetes; nothing is ever written. Throws {@link NoAnswer}. */
public interface KubernetesView {

    /**
     * A Kubernetes node.
     *
     * @param uid {@code metadata.uid}
     * @param quarantinedBy value of the taint {@code medevac.io/quarantined}: the incident; null
     *     when the taint does not stand
     */
    record KubernetesNode(String uid, @Nullable String quarantinedBy) {}

    /** The node; empty when there is none of that name. */
    Optional<KubernetesNode> node(String name);

    /** The slurmd pods on the node that are not over. */
    List<SlurmdPod> slurmdPods(String node);
}
