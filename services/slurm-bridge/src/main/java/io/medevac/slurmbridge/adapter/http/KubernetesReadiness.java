package io.medevac.slurmbridge.adapter.http;

import io.medevac.messaging.PeerReadiness;
import io.medevac.slurmbridge.port.KubernetesView;
import io.medevac.slurmbridge.port.NoAnswer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * Ready only when the API server answers, and allows what is read there. Being probed also keeps
 * the connection open that an incident needs at once.
 */
@Readiness
@Singleton
class KubernetesReadiness extends PeerReadiness {
    /** Whether there is one of this name does not matter. */
    private static final String ANY_NODE = "medevac-readiness";

    private final KubernetesView kubernetes;

    @Inject
    KubernetesReadiness(KubernetesView kubernetes, InstantSource clock) {
        super("kubernetes", clock);
        this.kubernetes = kubernetes;
    }

    @Override
    protected @Nullable String trouble() {
        try {
            kubernetes.node(ANY_NODE);
            kubernetes.slurmdPods(ANY_NODE);
            return null;
        } catch (NoAnswer e) {
            return String.valueOf(e.getMessage());
        }
    }
}
