package io.medevac.messaging;

import io.medevac.wire.PermanentFailure;
import io.medevac.wire.SchemaRegistry;
import io.medevac.wire.TransientFailure;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready only when the schema registry answers; says so when it does not. */
@Readiness
@ApplicationScoped
class RegistryReadiness implements HealthCheck {
    private static final String NAME = "schema registry";

    private final SchemaRegistry registry;

    RegistryReadiness(SchemaRegistry registry) {
        this.registry = registry;
    }

    @Override
    public HealthCheckResponse call() {
        try {
            registry.ping();
            return HealthCheckResponse.up(NAME);
        } catch (PermanentFailure | TransientFailure e) {
            return HealthCheckResponse.named(NAME)
                    .down()
                    .withData("reason", e.getMessage())
                    .build();
        }
    }
}
