package io.medevac.remediator.adapter.worklist;

import io.medevac.messaging.LogContext;
import io.medevac.remediator.application.ReconcileIncident;
import io.medevac.remediator.config.RemediatorConfig;
import io.medevac.worklist.Worklist;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/** Runs the incidents that are due. */
@ApplicationScoped
public class IncidentRunner {

    /** Name of the queue of incidents. */
    public static final String QUEUE = "incident";

    /**
     * Longer than a look at an API server that takes its time. A run that takes longer still is
     * joined by another one; that does no harm, since each patch is made from one version and each
     * decision under a lock.
     */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Logger LOG = Logger.getLogger(IncidentRunner.class);

    private final Worklist worklist;
    private final ReconcileIncident reconcile;
    private final RemediatorConfig config;
    private final InstantSource clock;

    IncidentRunner(
            Worklist worklist,
            ReconcileIncident reconcile,
            RemediatorConfig config,
            InstantSource clock) {
        this.worklist = worklist;
        this.reconcile = reconcile;
        this.config = config;
        this.clock = clock;
    }

    void onStart(@Observes StartupEvent event) {
        worklist.work(QUEUE, LONGEST, config.concurrency(), this::run);
    }

    /** No answer decides nothing; asked again soon, so that a part that is back is used at once. */
    private Optional<Instant> run(String key) {
        MDC.put(LogContext.INCIDENT, key);
        try {
            return reconcile.run(UUID.fromString(key));
        } catch (RuntimeException e) {
            LOG.warnf("cannot look, trying again: incident=%s reason=%s", key, e.getMessage());
            LOG.debug("failure of the look", e);
            return Optional.of(clock.instant().plus(AFTER_FAILURE));
        }
    }
}
