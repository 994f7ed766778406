package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * What this service must be allowed to do: the same list as in {@code k8s/rbac/remediator.yaml}.
 */
@ApplicationScoped
class Permissions {

    /**
     * A permission.
     *
     * @param verb verb
     * @param resource resource, with its subresource after a slash
     */
    record Permission(String verb, String resource) {
        @Override
        public String toString() {
            return verb + " " + resource;
        }
    }

    static final List<Permission> NEEDED =
            List.of(
                    new Permission("get", "nodes"),
                    new Permission("list", "nodes"),
                    new Permission("watch", "nodes"),
                    new Permission("patch", "nodes"),
                    new Permission("get", "pods"),
                    new Permission("list", "pods"),
                    new Permission("watch", "pods"),
                    new Permission("delete", "pods"),
                    new Permission("create", "pods/eviction"));

    private final KubernetesClient client;

    Permissions(KubernetesClient client) {
        this.client = client;
    }

    /** Those that are missing, by the API server's own word. */
    List<Permission> missing() {
        return NEEDED.stream().filter(permission -> !allowed(permission)).toList();
    }

    private boolean allowed(Permission permission) {
        String[] parts = permission.resource().split("/", 2);
        SelfSubjectAccessReview review =
                new SelfSubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withNewResourceAttributes()
                        .withVerb(permission.verb())
                        .withResource(parts[0])
                        .withSubresource(parts.length > 1 ? parts[1] : "")
                        .endResourceAttributes()
                        .endSpec()
                        .build();
        return Boolean.TRUE.equals(
                client.authorization()
                        .v1()
                        .selfSubjectAccessReview()
                        .create(review)
                        .getStatus()
                        .getAllowed());
    }
}
