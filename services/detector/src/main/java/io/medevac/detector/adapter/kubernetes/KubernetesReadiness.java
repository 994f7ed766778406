package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when the API answers, allows what we need, and the nodes have been read; says what not. */
@Readiness
@ApplicationScoped
class KubernetesReadiness implements HealthCheck {
    /** The same list as in {@code k8s/rbac/detector.yaml}. */
    private static final List<String> VERBS_ON_NODES = List.of("list", "watch");

    private static final String NAME = "kubernetes";
    private static final Duration ASKED_EVERY = Duration.ofSeconds(5);
    private static final Duration ASKED_AGAIN_IN_TROUBLE = Duration.ofMillis(500);

    private final KubernetesClient client;
    private final Fabric8NodeDirectory nodes;
    private final InstantSource clock;
    private volatile Answer last = new Answer(Instant.EPOCH, "not asked yet");

    KubernetesReadiness(KubernetesClient client, Fabric8NodeDirectory nodes, InstantSource clock) {
        this.client = client;
        this.nodes = nodes;
        this.clock = clock;
    }

    private record Answer(Instant at, String missing) {}

    @Override
    public HealthCheckResponse call() {
        Instant now = clock.instant();
        Answer answer = last;
        Duration fresh = answer.missing().isEmpty() ? ASKED_EVERY : ASKED_AGAIN_IN_TROUBLE;
        if (answer.at().plus(fresh).isBefore(now)) {
            answer = new Answer(now, missing());
            last = answer;
        }
        return answer.missing().isEmpty()
                ? HealthCheckResponse.up(NAME)
                : HealthCheckResponse.named(NAME)
                        .down()
                        .withData("reason", answer.missing())
                        .build();
    }

    private String missing() {
        try {
            List<String> missing = VERBS_ON_NODES.stream().filter(verb -> !allowed(verb)).toList();
            if (!missing.isEmpty()) {
                return "missing permission: " + String.join(", ", missing) + " nodes";
            }
            return nodes.synced() ? "" : "the nodes have not been read yet";
        } catch (KubernetesClientException e) {
            return "the API does not answer: " + e.getMessage();
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
