package io.medevac.notifier.adapter.http;

import io.medevac.notifier.adapter.worklist.DeliveryQueues;
import io.medevac.notifier.config.NotifierConfig;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready when every route is being worked on. Whether its receiver answers is no matter of
 * readiness: a dead mail server must not take the notifier down.
 */
@Readiness
@ApplicationScoped
class RoutesReadiness implements HealthCheck {

    private final DeliveryQueues queues;
    private final NotifierConfig config;

    RoutesReadiness(DeliveryQueues queues, NotifierConfig config) {
        this.queues = queues;
        this.config = config;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("routes")
                .status(queues.started())
                .withData("routes", config.routes().size())
                .build();
    }
}
