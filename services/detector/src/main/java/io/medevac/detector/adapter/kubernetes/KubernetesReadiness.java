package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.messaging.PeerReadiness;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.List;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/** Ready when the API answers, allows what we need, and the nodes have been read; says what not. */
@Readiness
@Singleton
class KubernetesReadiness extends PeerReadiness {
    /** The same list as in {@code k8s/rbac/detector.yaml}. */
    private static final List<String> VERBS_ON_NODES = List.of("list", "watch");

    private final KubernetesClient client;
    private final Fabric8NodeDirectory nodes;

    @Inject
    KubernetesReadiness(KubernetesClient client, Fabric8NodeDirectory nodes, InstantSource clock) {
        super("kubernetes", clock);
        this.client = client;
        this.nodes = nodes;
    }

    @Override
    protected @Nullable String trouble() {
        try {
            List<String> missing = VERBS_ON_NODES.stream().filter(verb -> !allowed(verb)).toList();
            if (!missing.isEmpty()) {
                return "missing permission: " + String.join(", ", missing) + " nodes";
            }
            return nodes.synced() ? null : "the nodes have not been read yet";
        } catch (KubernetesClientException e) {
            return "no usable answer of the API server: " + e.getMessage();
        }
    }

    private boolean allowed(String verb) {
        return Boolean.TRUE.equals(
                client.authorization()
                        .v1()
                        .selfSubjectAccessReview()
                        .create(
                                new SelfSubjectAccessReviewBuilder()
                                        .withNewSpec()
                                        .withNewResourceAttributes()
                                        .withVerb(verb)
                                        .withResource("nodes")
                                        .endResourceAttributes()
                                        .endSpec()
                                        .build())
                        .getStatus()
                        .getAllowed());
    }
}
