package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.detector.config.DcgmConfig;
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
    /** The same list as in {@code k8s/rbac/detector.yaml}. */
    private static final List<String> VERBS = List.of("list", "watch");

    private final KubernetesClient client;
    private final Fabric8NodeDirectory nodes;
    private final DcgmConfig dcgm;

    @Inject
    KubernetesReadiness(
            KubernetesClient client,
            Fabric8NodeDirectory nodes,
            DcgmConfig dcgm,
            InstantSource clock) {
        super("kubernetes", clock);
        this.dcgm = dcgm;
        this.client = client;
        this.nodes = nodes;
    }

    @Override
    protected @Nullable String trouble() {
        try {
            List<String> missing = missing();
            if (!missing.isEmpty()) {
                return "missing permission: " + String.join(", ", missing);
            }
            return nodes.synced() ? null : "the nodes have not been read yet";
        } catch (KubernetesClientException e) {
            return "no usable answer of the API server: " + e.getMessage();
        }
    }

    private List<String> missing() {
        Stream<String> nodes = VERBS.stream().filter(verb -> !allowed(verb, "nodes", null));
        return Stream.concat(
                        nodes.map(verb -> verb + " nodes"),
                        namespaces().stream().flatMap(this::missingOnPods))
                .toList();
    }

    private Stream<String> missingOnPods(String namespace) {
        return VERBS.stream()
                .filter(verb -> !allowed(verb, "pods", namespace))
                .map(verb -> verb + " pods" + (namespace.isEmpty() ? "" : " in " + namespace));
    }

    /** Where pods are looked for; the empty name is all namespaces. */
    private List<String> namespaces() {
        return dcgm.discover() ? dcgm.namespaces().orElse(List.of("")) : List.of();
    }

    private boolean allowed(String verb, String resource, @Nullable String namespace) {
        return Boolean.TRUE.equals(
                client.authorization()
                        .v1()
                        .selfSubjectAccessReview()
                        .create(
                                new SelfSubjectAccessReviewBuilder()
                                        .withNewSpec()
                                        .withNewResourceAttributes()
                                        .withVerb(verb)
                                        .withResource(resource)
                                        .withNamespace(namespace)
                                        .endResourceAttributes()
                                        .endSpec()
                                        .build())
                        .getStatus()
                        .getAllowed());
    }
}
