package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.messaging.PeerReadiness;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/** Ready when the API answers, allows what we need, and the nodes have been read; says what not. */
@Readiness
@Singleton
class KubernetesReadiness extends PeerReadiness {
    /**
     * The same list as in {@code k8s/rbac/detector.yaml}, but for devices of DRA drivers, which
     * many clusters have none of.
     */
    private static final List<Permission> OF_NODES =
            List.of(new Permission("list", "nodes"), new Permission("watch", "nodes"));

    private static final List<Permission> OF_CONDITIONS =
            List.of(new Permission("list", "events"), new Permission("watch", "events"));

    private record Permission(String verb, String resource) {
        @Override
        public String toString() {
            return verb + " " + resource;
        }
    }

    private final KubernetesClient client;
    private final Fabric8NodeDirectory nodes;
    private final List<Permission> needed;

    @Inject
    KubernetesReadiness(
            KubernetesClient client,
            Fabric8NodeDirectory nodes,
            InstantSource clock,
            DetectorConfig config) {
        super("kubernetes", clock);
        this.client = client;
        this.nodes = nodes;
        this.needed =
                Stream.concat(
                                OF_NODES.stream(),
                                config.conditions().enabled()
                                        ? OF_CONDITIONS.stream()
                                        : Stream.empty())
                        .toList();
    }

    @Override
    protected @Nullable String trouble() {
        try {
            List<String> missing =
                    needed.stream()
                            .filter(permission -> !allowed(permission))
                            .map(Permission::toString)
                            .toList();
            if (!missing.isEmpty()) {
                return "missing permission: " + String.join(", ", missing);
            }
            return nodes.synced() ? null : "the nodes have not been read yet";
        } catch (KubernetesClientException e) {
            return "no usable answer of the API server: " + e.getMessage();
        }
    }

    private boolean allowed(Permission permission) {
        return Boolean.TRUE.equals(
                client.authorization()
                        .v1()
                        .selfSubjectAccessReview()
                        .create(
                                new SelfSubjectAccessReviewBuilder()
                                        .withNewSpec()
                                        .withNewResourceAttributes()
                                        .withVerb(permission.verb())
                                        .withResource(permission.resource())
                                        .endResourceAttributes()
                                        .endSpec()
                                        .build())
                        .getStatus()
                        .getAllowed());
    }
}
