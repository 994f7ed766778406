package io.medevac.slurmbridge.adapter.worklist;

import io.medevac.messaging.Transactions;
import io.medevac.slurmbridge.application.TellClosedNodes;
import io.medevac.slurmbridge.config.PolicyBeans;
import io.medevac.slurmbridge.config.SlurmBridgeConfig;
import io.medevac.worklist.Worklist;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The look at all Slurm nodes, by one replica at a time. */
@ApplicationScoped
class ClosedNodesQueue {
    private static final String NAME = "closed-nodes";
    private static final String ALL = "all";
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Worklist worklist;
    private final Transactions transactions;
    private final TellClosedNodes tell;
    private final Duration look;
    private final InstantSource clock;

    ClosedNodesQueue(
            Worklist worklist,
            Transactions transactions,
            TellClosedNodes tell,
            SlurmBridgeConfig config,
            InstantSource clock) {
        this.worklist = worklist;
        this.transactions = transactions;
        this.tell = tell;
        this.look = PolicyBeans.positive("closed-nodes-look", config.closedNodesLook());
        this.clock = clock;
    }

    void onStart(@Observes StartupEvent event) {
        transactions.run(session -> worklist.schedule(session, NAME, ALL, clock.instant()));
        worklist.work(
                NAME,
                LONGEST,
                1,
                key -> {
                    tell.run();
                    return Optional.of(clock.instant().plus(look));
                });
    }
}
