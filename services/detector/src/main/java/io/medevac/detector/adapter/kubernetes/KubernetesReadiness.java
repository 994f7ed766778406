package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.detector.config.DcgmConfig;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.messaging.PeerReadiness;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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
    private static final List<String> VERBS = List.of("list", "watch");

    private static final String EVERYWHERE = "";

    /**
     * @param namespace where; empty for everywhere
     */
    private record Permission(String verb, String resource, String namespace) {
        @Override
        public String toString() {
            String words = verb + " " + resource;
            return namespace.isEmpty() ? words : words + " in " + namespace;
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
            DetectorConfig config,
            DcgmConfig dcgm) {
        super("kubernetes", clock);
        this.client = client;
        this.nodes = nodes;
        this.needed = needed(config, dcgm);
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

    private static List<Permission> needed(DetectorConfig config, DcgmConfig dcgm) {
        List<Permission> needed = new ArrayList<>();
        add(needed, "nodes", EVERYWHERE);
        if (config.conditions().enabled()) {
            add(needed, "events", EVERYWHERE);
        }
        if (dcgm.discover()) {
            dcgm.namespaces()
                    .orElse(List.of(EVERYWHERE))
                    .forEach(namespace -> add(needed, "pods", namespace));
        }
        return List.copyOf(needed);
    }

    private static void add(List<Permission> needed, String resource, String namespace) {
        VERBS.forEach(verb -> needed.add(new Permission(verb, resource, namespace)));
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
                                        .withNamespace(
                                                permission.namespace().isEmpty()
                                                        ? null
                                                        : permission.namespace())
                                        .endResourceAttributes()
                                        .endSpec()
                                        .build())
                        .getStatus()
                        .getAllowed());
    }
}
