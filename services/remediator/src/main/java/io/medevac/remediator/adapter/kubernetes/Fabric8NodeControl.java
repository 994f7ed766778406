package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Attempt.Result;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.remediator.port.NodeControl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The faulty node and its pods through the Kubernetes API. */
@ApplicationScoped
public class Fabric8NodeControl implements NodeControl {
    private final KubernetesClient client;
    private final KubernetesCalls calls;

    Fabric8NodeControl(KubernetesClient client, KubernetesCalls calls) {
        this.client = client;
        this.calls = calls;
    }

    @Override
    public Attempt run(Effect.OnNode effect) {
        return switch (effect) {
            case Effect.CordonAndTaint cordon -> calls.patchNode(cordon, cordon(cordon));
            case Effect.RetireNode retire -> calls.patchNode(retire, retire(retire));
            case Effect.ReleaseNode release -> calls.patchNode(release, release(release));
            case Effect.TaintOutOfService taint ->
                    calls.patchNode(
                            taint,
                            new NodePatch(taint.node())
                                    .taints(taint.node().taintsWith(Taint.outOfService()))
                                    .body());
            case Effect.EvictPod evict -> evict(evict);
            case Effect.DeletePod delete -> delete(delete);
        };
    }

    private static Map<String, Object> cordon(Effect.CordonAndTaint effect) {
        Taint taint = Taint.quarantine(effect.signature().incident().toString());
        return new NodePatch(effect.node())
                .unschedulable(true)
                .taints(effect.node().taintsWith(taint))
                .annotation(WellKnown.QUARANTINE_ANNOTATION, MarkJson.write(effect.signature()))
                .body();
    }

    private static Map<String, Object> retire(Effect.RetireNode effect) {
        return new NodePatch(effect.node())
                .label(WellKnown.POOL_LABEL, null)
                .label(WellKnown.REPAIR_LABEL, effect.repair())
                .body();
    }

    /** Only what the signature or the taint's value says is this incident's. */
    private static Map<String, Object> release(Effect.ReleaseNode effect) {
        NodeView node = effect.node();
        Taint ours = Taint.quarantine(effect.incident().toString());
        List<Taint> others = new ArrayList<>(node.taints());
        others.removeIf(taint -> taint.sameAs(ours) || taint.sameAs(Taint.outOfService()));
        NodePatch patch = new NodePatch(node).taints(others).label(WellKnown.REPAIR_LABEL, null);
        node.labelsToPutBack(effect.incident()).forEach(patch::label);
        if (node.quarantine() instanceof Mark.Signed signed
                && signed.signedFor(effect.incident())) {
            patch.annotation(WellKnown.QUARANTINE_ANNOTATION, null);
            if (effect.liftsCordon() && !signed.cordonedBefore()) {
                patch.unschedulable(false);
            }
        }
        return patch.body();
    }

    /**
     * The UID is looked at before, never sent as a precondition: a precondition that fails uses up
     * the pod's disruption budget for two minutes.
     */
    private Attempt evict(Effect.EvictPod effect) {
        PodRef ref = effect.pod();
        @Nullable Pod pod;
        try {
            pod = client.pods().inNamespace(ref.namespace()).withName(ref.name()).get();
        } catch (KubernetesClientException e) {
            return unanswered(effect, e);
        }
        if (pod == null
                || !ref.uid().equals(pod.getMetadata().getUid())
                || pod.getMetadata().getDeletionTimestamp() != null) {
            return new Attempt("EvictPod", effect.target(), Result.DONE, "");
        }
        return calls.post(
                effect,
                path(ref) + "/eviction",
                Map.of(
                        "apiVersion",
                        "policy/v1",
                        "kind",
                        "Eviction",
                        "metadata",
                        Map.of("name", ref.name(), "namespace", ref.namespace())));
    }

    private Attempt delete(Effect.DeletePod effect) {
        Map<String, Object> options = new HashMap<>();
        options.put("apiVersion", "v1");
        options.put("kind", "DeleteOptions");
        options.put("preconditions", Map.of("uid", effect.pod().uid()));
        if (!effect.withGrace()) {
            options.put("gracePeriodSeconds", 0);
        }
        return calls.delete(effect, path(effect.pod()), options);
    }

    private static Attempt unanswered(Effect effect, KubernetesClientException e) {
        Result result = e.getCode() == 403 ? Result.FORBIDDEN : Result.FAILED;
        return new Attempt(
                effect.getClass().getSimpleName(),
                effect.target(),
                result,
                String.valueOf(e.getMessage()));
    }

    private static String path(PodRef pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }
}
