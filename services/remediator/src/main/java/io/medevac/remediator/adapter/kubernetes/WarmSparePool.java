package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.remediator.port.ReplacementProvider;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that wait, cordoned, with the label {@code medevac.io/spare=<pool>}. Bringing one in means:
 * claim it with a signed annotation, then swap its labels and uncordon it in one patch. The cordon
 * of a node with the spare label belongs to the spare pool; without the label it is not lifted.
 */
@ApplicationScoped
public class WarmSparePool implements ReplacementProvider {
    private final KubernetesClient client;
    private final NodeCache nodes;
    private final KubernetesCalls calls;

    WarmSparePool(KubernetesClient client, NodeCache nodes, KubernetesCalls calls) {
        this.client = client;
        this.nodes = nodes;
        this.calls = calls;
    }

    @Override
    public String name() {
        return "warm-spare";
    }

    @Override
    public List<NodeView> offers(String pool, @Nullable String picked) {
        List<NodeView> offers = new ArrayList<>();
        for (Node spare : nodes.sparesOf(pool)) {
            if (!spare.getMetadata().getName().equals(picked)) {
                offers.add(NodeReader.view(spare));
            }
        }
        @Nullable Node node = picked == null ? null : client.nodes().withName(picked).get();
        if (node != null) {
            offers.add(NodeReader.view(node));
        }
        return offers;
    }

    @Override
    public Attempt run(Effect.OnReplacement effect) {
        return switch (effect) {
            case Effect.ClaimSpare claim ->
                    calls.patchNode(
                            claim,
                            new NodePatch(claim.spare())
                                    .annotation(
                                            WellKnown.CLAIM_ANNOTATION,
                                            MarkJson.write(claim.signature()))
                                    .body());
            case Effect.AdmitSpare admit ->
                    calls.patchNode(
                            admit,
                            new NodePatch(admit.spare())
                                    .label(WellKnown.SPARE_LABEL, null)
                                    .label(WellKnown.POOL_LABEL, admit.pool())
                                    .annotation(WellKnown.CLAIM_ANNOTATION, null)
                                    .unschedulable(false)
                                    .body());
            case Effect.UnclaimSpare unclaim ->
                    calls.patchNode(
                            unclaim,
                            new NodePatch(unclaim.spare())
                                    .annotation(WellKnown.CLAIM_ANNOTATION, null)
                                    .body());
        };
    }
}
