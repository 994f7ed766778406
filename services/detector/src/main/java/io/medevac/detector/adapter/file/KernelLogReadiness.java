package io.medevac.detector.adapter.file;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready when the kernel logs can be found and not all of them fail; says what is wrong. */
@Readiness
@ApplicationScoped
class KernelLogReadiness implements HealthCheck {
    private final KernelLogFollower follower;

    KernelLogReadiness(KernelLogFollower follower) {
        this.follower = follower;
    }

    @Override
    public HealthCheckResponse call() {
        int files = follower.files();
        int failing = follower.failing();
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("kernel logs")
                        .withData("files", files)
                        .withData("failing", failing)
                        .status(
                                follower.rootFailure().isEmpty()
                                        && (files == 0 || failing < files));
        follower.rootFailure().ifPresent(reason -> answer.withData("reason", reason));
        follower.tasks().stream()
                .filter(task -> task.failure().isPresent())
                .findFirst()
                .ifPresent(
                        task ->
                                answer.withData(
                                        task.file().node(), task.failure().orElse("failing")));
        return answer.build();
    }
}
