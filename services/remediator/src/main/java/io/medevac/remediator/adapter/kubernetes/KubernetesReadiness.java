package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.messaging.PeerReadiness;
import io.medevac.remediator.adapter.kubernetes.Permissions.Permission;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/** Ready when the API answers, allows all we need, and the nodes have been read; says what not. */
@Readiness
@Singleton
class KubernetesReadiness extends PeerReadiness {
    private final Permissions permissions;
    private final NodeCache nodes;

    @Inject
    KubernetesReadiness(Permissions permissions, NodeCache nodes, InstantSource clock) {
        super("kubernetes", clock);
        this.permissions = permissions;
        this.nodes = nodes;
    }

    @Override
    protected @Nullable String trouble() {
        try {
            List<Permission> missing = permissions.missing();
            if (!missing.isEmpty()) {
                return "missing permission: "
                        + missing.stream()
                                .map(Permission::toString)
                                .collect(Collectors.joining(", "));
            }
            return nodes.synced() ? null : "the nodes have not been read yet";
        } catch (KubernetesClientException e) {
            return "no usable answer of the API server: " + e.getMessage();
        }
    }
}
