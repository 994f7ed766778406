package io.medevac.detector.adapter.policy;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Shows which site policy counts, and a mistake in the file; always ready. */
@Readiness
@ApplicationScoped
class SitePolicyReadiness implements HealthCheck {
    private final FileRules rules;

    SitePolicyReadiness(FileRules rules) {
        this.rules = rules;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("site policy").up();
        if (!rules.hash().isEmpty()) {
            answer.withData("sha256", rules.hash())
                    .withData("overrides", rules.policy().overrides().size());
        }
        if (!rules.mistake().isEmpty()) {
            answer.withData("mistake", rules.mistake());
        }
        return answer.build();
    }
}
