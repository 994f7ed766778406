package io.medevac.slurmbridge.adapter.rehearsal;

import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationPolicy;
import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.events.EventHeader;
import io.medevac.events.Machine;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.messaging.Rehearsal;
import io.medevac.messaging.RehearsedEvents;
import io.medevac.slurmbridge.adapter.kafka.NodeEventMapper;
import io.medevac.slurmbridge.application.ActInSlurm;
import io.medevac.slurmbridge.application.ObserveEvacuation;
import io.medevac.slurmbridge.application.ReconcileEvacuation;
import io.medevac.slurmbridge.application.TakeEvents;
import io.medevac.slurmbridge.port.EvacuationStore;
import io.medevac.slurmbridge.port.KubernetesView;
import io.medevac.slurmbridge.port.SlurmControl;
import io.medevac.slurmbridge.port.Transitions;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A node with a job on it is drained and vacated, a spare joins and the job goes on there. Events,
 * decisions and database are real, node and job are made up.
 */
@ApplicationScoped
class EvacuationRehearsal implements Rehearsal {
    private static final int MOST_LOOKS = 20;

    /** Between two looks, so that what must be seen for a while has been. */
    private static final Duration STEP = Duration.ofSeconds(20);

    private final RehearsedEvents events;
    private final EventHeaders headers;
    private final EvacuationStore store;
    private final SlurmControl slurm;
    private final KubernetesView kubernetes;
    private final EvacuationPolicy policy;
    private final InstantSource clock;

    EvacuationRehearsal(
            RehearsedEvents events,
            EventHeaders headers,
            EvacuationStore store,
            SlurmControl slurm,
            KubernetesView kubernetes,
            EvacuationPolicy policy,
            InstantSource clock) {
        this.events = events;
        this.headers = headers;
        this.store = store;
        this.slurm = slurm;
        this.kubernetes = kubernetes;
        this.policy = policy;
        this.clock = clock;
    }

    @Override
    public void play() {
        new Play().run();
    }

    private final class Play implements Runnable {
        private final UUID incident = EventIds.next(clock.instant());
        private final MadeUpSlurm madeUp =
                new MadeUpSlurm(slurm, kubernetes, incident, clock.instant());
        private final TakeEvents take = new TakeEvents(store, this::now);
        private Instant now = clock.instant();

        /** What is only rehearsed is neither logged nor counted. */
        private final Transitions silent = (before, decision) -> {};

        private final ReconcileEvacuation reconcile =
                new ReconcileEvacuation(
                        store,
                        new ObserveEvacuation(madeUp, madeUp, job -> Optional.empty(), store),
                        new ActInSlurm(madeUp, store, policy, this::now, silent),
                        policy,
                        this::now,
                        silent);

        @Override
        public void run() {
            take.quarantined(NodeEventMapper.subject(events.received(quarantined())));
            lookUntil("vacated", each -> each.state() instanceof AwaitingReplacement);
            madeUp.startAgain();
            take.replaced(incident, NodeEventMapper.replacement(events.received(replaced())));
            lookUntil("over", Evacuation::over);
        }

        private Instant now() {
            return now;
        }

        private void lookUntil(String what, Predicate<Evacuation> reached) {
            for (int look = 0; look < MOST_LOOKS; look++) {
                reconcile.run(incident);
                if (store.load(incident).filter(reached).isPresent()) {
                    return;
                }
                now = now.plus(STEP);
            }
            throw new IllegalStateException("the rehearsed evacuation was not " + what);
        }

        private NodeQuarantined quarantined() {
            return NodeQuarantined.newBuilder()
                    .setHeader(header())
                    .setMachine(machine(MadeUpSlurm.NODE))
                    .setPool(MadeUpSlurm.NODE)
                    .setFault(RehearsedEvents.fault())
                    .setGates(List.of())
                    .setCordonedBefore(false)
                    .setDecidedAt(now)
                    .build();
        }

        private NodeReplaced replaced() {
            return NodeReplaced.newBuilder()
                    .setHeader(header())
                    .setReplacement(MadeUpSlurm.SPARE)
                    .setMachine(machine(MadeUpSlurm.SPARE))
                    .setPool(MadeUpSlurm.NODE)
                    .setProvider("rehearsal")
                    .setValidation(List.of())
                    .build();
        }

        private EventHeader header() {
            return headers.next(incident, MadeUpSlurm.NODE, now, null);
        }

        private static Machine machine(String node) {
            return Machine.newBuilder().setNodeUid(node).setBootId(node).build();
        }
    }
}
