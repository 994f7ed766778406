package io.medevac.worklist;

import com.google.errorprone.annotations.CheckReturnValue;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.reactive.mutiny.Mutiny;

/** Schedules keys and runs the handlers of this process. */
@ApplicationScoped
public class Worklist {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(8);

    private final WorkItems items;
    private final InstantSource clock;
    private final List<QueueRunner> runners = new CopyOnWriteArrayList<>();

    Worklist(WorkItems items, InstantSource clock) {
        this.items = items;
        this.clock = clock;
    }

    /**
     * Makes a key due at the time, or earlier where it already is, in the session's transaction.
     * Safe while the key is being worked on: it is looked at again. Call {@link #nudge} after the
     * commit to have it done at once.
     */
    @CheckReturnValue
    public Uni<Void> schedule(Mutiny.Session session, String queue, String key, Instant dueAt) {
        return items.schedule(session, queue, key, dueAt);
    }

    /** The same for several keys at once, in this order. */
    @CheckReturnValue
    public Uni<Void> scheduleAll(
            Mutiny.Session session, String queue, List<String> keys, Instant dueAt) {
        return items.scheduleAll(session, queue, keys, dueAt);
    }

    /** Wakes the runners of this process; others find the work at their next poll (200 ms). */
    public void nudge() {
        runners.forEach(QueueRunner::nudge);
    }

    /**
     * Starts to work on a queue until the service stops. Call once at start.
     *
     * @param longest how long the handler may take; after that another process may take the key
     * @param concurrency keys worked on at the same time in this process
     */
    public void work(String queue, Duration longest, int concurrency, WorkHandler handler) {
        QueueRunner runner =
                new QueueRunner(items, clock, queue, longest, Lease.DEFAULT, concurrency, handler);
        runners.add(runner);
        runner.start();
    }

    /** First of all at shutdown: no new work, and what is under way may end. */
    void onStop(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) ShutdownEvent event) {
        Instant until = clock.instant().plus(STOP_WITHIN);
        runners.forEach(QueueRunner::stop);
        runners.forEach(runner -> runner.awaitEnd(Duration.between(clock.instant(), until)));
    }
}
