package io.medevac.notifier.config;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/** Stops the start when the configuration makes no sense. */
@ApplicationScoped
class StartCheck {

    private static final Logger LOG = Logger.getLogger(StartCheck.class);
    private static final int FIRST = 1;

    /** Before anything is consumed or sent. */
    void onStart(@Observes @Priority(FIRST) StartupEvent event, NotifierConfig config) {
        try {
            ConfigCheck.check(config);
        } catch (IllegalArgumentException e) {
            // Quarkus prints this one as a line, without a stack trace.
            throw new ConfigurationException(e.getMessage());
        }
        if (config.routes().isEmpty()) {
            LOG.warn("no routes configured (medevac.notifier.routes): nobody is told anything");
        }
    }
}
