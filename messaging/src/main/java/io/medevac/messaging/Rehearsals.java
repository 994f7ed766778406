package io.medevac.messaging;

import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Plays the rehearsals of the service at its start. Ready when they are over: played, or given up
 * after a while, since a service that would be slow at first is better than none.
 */
@Readiness
@ApplicationScoped
class Rehearsals implements HealthCheck {
    private static final String NAME = "rehearsal";
    private static final Logger LOG = Logger.getLogger(Rehearsals.class);

    /** The first time loads and links, the others let the compiler see what is used. */
    private static final int TIMES = 5;

    private static final Duration GIVEN_UP_AFTER = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final List<Rehearsal> rehearsals;
    private final Transactions transactions;
    private final CountDownLatch over = new CountDownLatch(1);

    Rehearsals(@All List<Rehearsal> rehearsals, Transactions transactions) {
        this.rehearsals = rehearsals;
        this.transactions = transactions;
    }

    void onStart(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) StartupEvent event) {
        Thread.ofVirtual().name("rehearsals").start(this::playAll);
        Thread.ofVirtual().name("rehearsals-deadline").start(this::giveUpInTime);
    }

    void onStop(@Observes ShutdownEvent event) {
        over.countDown();
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named(NAME).status(over.getCount() == 0).build();
    }

    private void playAll() {
        long begun = System.nanoTime();
        rehearsals.forEach(this::play);
        LOG.infof("rehearsed: took=%d ms", Duration.ofNanos(System.nanoTime() - begun).toMillis());
        over.countDown();
    }

    private void play(Rehearsal rehearsal) {
        int played = 0;
        while (played < TIMES && over.getCount() > 0) {
            try {
                transactions.rehearse(rehearsal::play);
                played++;
            } catch (RuntimeException e) {
                boolean ended = overWithin(PAUSE);
                LOG.debugf(e, "a rehearsal failed; played again: %s", !ended);
            }
        }
    }

    private void giveUpInTime() {
        if (!overWithin(GIVEN_UP_AFTER)) {
            LOG.warnf(
                    "not rehearsed within %d s, so the first event will be slow; debug logs of %s"
                            + " say why",
                    GIVEN_UP_AFTER.toSeconds(), Rehearsals.class.getName());
            over.countDown();
        }
    }

    private boolean overWithin(Duration longest) {
        try {
            return over.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
