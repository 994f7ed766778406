package io.medevac.remediator.adapter.policy;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Shows a mistake in the policy file; the service goes on with the last good one. */
@Readiness
@ApplicationScoped
class PolicyReadiness implements HealthCheck {
    private final FilePolicySource source;

    PolicyReadiness(FilePolicySource source) {
        this.source = source;
    }

    @Override
    public HealthCheckResponse call() {
        String mistake = source.mistake();
        return mistake.isEmpty()
                ? HealthCheckResponse.up("policy")
                : HealthCheckResponse.named("policy").up().withData("mistake", mistake).build();
    }
}
