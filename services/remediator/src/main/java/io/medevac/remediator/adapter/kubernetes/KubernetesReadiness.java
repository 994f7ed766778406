package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.remediator.adapter.kubernetes.Permissions.Permission;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when the API answers, allows all we need, and the nodes have been read; says what not. */
@Readiness
@ApplicationScoped
class KubernetesReadiness implements HealthCheck {
    private static final String NAME = "kubernetes";
    private static final Duration ASKED_EVERY = Duration.ofSeconds(5);
    private static final Duration ASKED_AGAIN_IN_TROUBLE = Duration.ofMillis(500);

    private final Permissions permissions;
    private final NodeCache nodes;
    private final InstantSource clock;
    private volatile Answer last = new Answer(Instant.EPOCH, "not asked yet");

    KubernetesReadiness(Permissions permissions, NodeCache nodes, InstantSource clock) {
        this.permissions = permissions;
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
            List<Permission> missing = permissions.missing();
            if (!missing.isEmpty()) {
                return "missing permission: "
                        + missing.stream()
                                .map(Permission::toString)
                                .collect(Collectors.joining(", "));
            }
            return nodes.synced() ? "" : "the nodes have not been read yet";
        } catch (KubernetesClientException e) {
            return "the API does not answer: " + e.getMessage();
        }
    }
}
