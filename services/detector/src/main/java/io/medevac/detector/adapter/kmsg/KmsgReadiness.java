package io.medevac.detector.adapter.kmsg;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready when the kernel's buffer is not to be followed, or can be; says what is wrong. */
@Readiness
@ApplicationScoped
class KmsgReadiness implements HealthCheck {
    private final KmsgFollower follower;

    KmsgReadiness(KmsgFollower follower) {
        this.follower = follower;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("kernel buffer")
                        .withData("followed", follower.follows())
                        .status(follower.failure().isEmpty());
        follower.failure().ifPresent(reason -> answer.withData("reason", reason));
        return answer.build();
    }
}
