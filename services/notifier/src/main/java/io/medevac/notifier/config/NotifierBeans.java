package io.medevac.notifier.config;

import io.medevac.domain.notification.Addressing;
import io.medevac.domain.notification.RetryPlan;
import io.medevac.domain.notification.Route;
import io.medevac.domain.notification.Telling;
import io.medevac.notifier.application.Channels;
import io.medevac.notifier.port.Channel;
import io.quarkus.arc.All;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** The policies of the domain from the configuration. */
final class NotifierBeans {

    @Produces
    @Singleton
    Telling telling(NotifierConfig config) {
        return new Telling(
                config.maxEventAge(), config.poolHolds().gather(), config.poolHolds().quiet());
    }

    @Produces
    @Singleton
    Addressing addressing(NotifierConfig config) {
        List<Route> routes =
                config.routes().entrySet().stream()
                        .map(
                                route ->
                                        new Route(
                                                route.getKey(),
                                                route.getValue().audience(),
                                                route.getValue().channel(),
                                                route.getValue().target()))
                        .toList();
        return new Addressing(routes, config.ownerMailDomain().orElse(null));
    }

    @Produces
    @Singleton
    RetryPlan retryPlan(NotifierConfig config) {
        return new RetryPlan(
                config.retry().firstDelay(),
                config.retry().longestDelay(),
                config.retry().maxAttempts(),
                config.retry().maxAge());
    }

    @Produces
    @Singleton
    Channels channels(@All List<Channel> channels) {
        return new Channels(channels);
    }
}
