package io.medevac.detector.adapter.worklist;

import io.medevac.detector.application.ReviewWaitingSignals;
import io.medevac.messaging.LogContext;
import io.medevac.worklist.Worklist;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Works on the nodes that have signals waiting for their boot; the key is the node's name. */
@ApplicationScoped
public class WaitingSignalsRunner {
    /** Queue of the worklist. */
    public static final String QUEUE = "waiting-signals";

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int CONCURRENCY = 4;

    private final Worklist worklist;
    private final ReviewWaitingSignals review;

    WaitingSignalsRunner(Worklist worklist, ReviewWaitingSignals review) {
        this.worklist = worklist;
        this.review = review;
    }

    void onStart(@Observes StartupEvent event) {
        worklist.work(
                QUEUE,
                LONGEST,
                CONCURRENCY,
                node -> {
                    LogContext.set(null, node);
                    return review.on(node);
                });
    }
}
