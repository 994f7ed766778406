package io.medevac.slurmbridge.adapter.worklist;

import io.medevac.slurmbridge.application.ReconcileEvacuation;
import io.medevac.worklist.Worklist;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.UUID;

/** Evacuations that are due, by incident. */
@ApplicationScoped
public class EvacuationQueue {
    /** Name of the queue in the worklist. */
    public static final String NAME = "evacuations";

    /** Longer than a look whose every call takes its whole deadline. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private static final int CONCURRENCY = 8;

    private final Worklist worklist;
    private final ReconcileEvacuation reconcile;

    EvacuationQueue(Worklist worklist, ReconcileEvacuation reconcile) {
        this.worklist = worklist;
        this.reconcile = reconcile;
    }

    void onStart(@Observes StartupEvent event) {
        worklist.work(NAME, LONGEST, CONCURRENCY, key -> reconcile.run(UUID.fromString(key)));
    }
}
