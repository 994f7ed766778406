package io.medevac.slurmbridge.application;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationPolicy;
import io.medevac.domain.slurm.evacuation.EvacuationRules;
import io.medevac.domain.slurm.evacuation.Observation;
import io.medevac.slurmbridge.port.EvacuationStore;
import io.medevac.slurmbridge.port.Transitions;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** Takes one evacuation further: observe, decide, store, act, and look at once what came of it. */
@ApplicationScoped
public class ReconcileEvacuation {
    /** Looks without a pause in one run: drain, requeue and their results, and some to spare. */
    private static final int MAX_ROUNDS = 6;

    private final EvacuationStore store;
    private final ObserveEvacuation observe;
    private final ActInSlurm effects;
    private final EvacuationPolicy policy;
    private final InstantSource clock;
    private final Transitions transitions;

    /** Constructor for injection. */
    public ReconcileEvacuation(
            EvacuationStore store,
            ObserveEvacuation observe,
            ActInSlurm effects,
            EvacuationPolicy policy,
            InstantSource clock,
            Transitions transitions) {
        this.store = store;
        this.observe = observe;
        this.effects = effects;
        this.policy = policy;
        this.clock = clock;
        this.transitions = transitions;
    }

    /**
     * Runs it once.
     *
     * @return when to look again; empty when nothing follows
     */
    public Optional<Instant> run(UUID incident) {
        for (int round = 1; round <= MAX_ROUNDS; round++) {
            Optional<Evacuation> loaded = store.load(incident);
            if (loaded.isEmpty() || loaded.get().over()) {
                return Optional.empty();
            }
            Observation seen = observe.look(loaded.get());
            Optional<Decision> decided = decide(loaded.get(), seen);
            if (decided.isEmpty()) {
                continue; // it changed under the look, which therefore counts for nothing
            }
            Decision decision = decided.get();
            transitions.moved(loaded.get(), decision);
            if (decision.lookAt() == null) {
                return Optional.empty();
            }
            if (decision.effects().isEmpty()) {
                return Optional.of(decision.lookAt());
            }
            if (!effects.act(incident, decision)) {
                return Optional.of(clock.instant().plus(policy.unknownLook()));
            }
        }
        return Optional.of(clock.instant().plus(policy.look()));
    }

    private Optional<Decision> decide(Evacuation observed, Observation seen) {
        Instant now = clock.instant();
        return store.update(
                observed.subject().incident(),
                known ->
                        known.filter(current -> current.revision() == observed.revision())
                                .map(
                                        current ->
                                                EvacuationRules.decide(
                                                        current, seen, policy, now)));
    }
}
