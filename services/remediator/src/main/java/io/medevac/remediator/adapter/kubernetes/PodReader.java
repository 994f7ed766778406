package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.WellKnown;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a Pod. */
final class PodReader {
    private static final String MIRROR = "kubernetes.io/config.mirror";

    private final Map<String, String> slurmdLabels;

    /**
     * @param slurmdLabels labels that all slurmd pods have, and no others
     */
    PodReader(Map<String, String> slurmdLabels) {
        this.slurmdLabels = Map.copyOf(slurmdLabels);
    }

    PodView view(Pod pod) {
        return new PodView(
                new PodRef(
                        pod.getMetadata().getNamespace(),
                        pod.getMetadata().getName(),
                        pod.getMetadata().getUid()),
                kind(pod),
                pod.getMetadata().getDeletionTimestamp() != null,
                forbids(pod.getMetadata().getLabels())
                        || forbids(pod.getMetadata().getAnnotations()));
    }

    private PodKind kind(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        if ("Succeeded".equals(phase) || "Failed".equals(phase)) {
            return PodKind.FINISHED;
        }
        if (NodeReader.orEmpty(pod.getMetadata().getAnnotations()).containsKey(MIRROR)) {
            return PodKind.MIRROR;
        }
        if (NodeReader.orEmpty(pod.getMetadata().getLabels())
                .entrySet()
                .containsAll(slurmdLabels.entrySet())) {
            return PodKind.SLURMD;
        }
        return pod.getMetadata().getOwnerReferences().stream().anyMatch(PodReader::daemonSet)
                ? PodKind.DAEMON_SET
                : PodKind.EVICTABLE;
    }

    private static boolean daemonSet(OwnerReference owner) {
        return Boolean.TRUE.equals(owner.getController()) && "DaemonSet".equals(owner.getKind());
    }

    private static boolean forbids(@Nullable Map<String, String> map) {
        return WellKnown.FORBID.equals(NodeReader.orEmpty(map).get(WellKnown.OPT_OUT));
    }
}
