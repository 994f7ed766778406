package io.medevac.remediator.application;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Observation;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.domain.remediation.step.Remediation;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.IncidentStore;
import io.medevac.remediator.port.IncidentStore.Scope;
import io.medevac.remediator.port.IncidentStore.Stored;
import io.medevac.remediator.port.Journal;
import io.medevac.remediator.port.NodeControl;
import io.medevac.remediator.port.PolicySource;
import io.medevac.remediator.port.ReplacementProvider;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Works on one incident until there is nothing more to do for now: observe, decide and store, act,
 * look again. Whether an effect worked is what the next look shows, so a crash at any point only
 * makes for one more look.
 */
@ApplicationScoped
public class ReconcileIncident {

    /** More looks in a row than any incident needs; the next run goes on. */
    private static final int MAX_LOOKS = 24;

    private static final Duration BREATH = Duration.ofMillis(200);

    private final IncidentStore store;
    private final ClusterView cluster;
    private final NodeControl nodes;
    private final ReplacementProvider replacements;
    private final PolicySource policies;
    private final Journal journal;
    private final InstantSource clock;

    /** With what it looks at, decides by and acts on. */
    public ReconcileIncident(
            IncidentStore store,
            ClusterView cluster,
            NodeControl nodes,
            ReplacementProvider replacements,
            PolicySource policies,
            Journal journal,
            InstantSource clock) {
        this.store = store;
        this.cluster = cluster;
        this.nodes = nodes;
        this.replacements = replacements;
        this.policies = policies;
        this.journal = journal;
        this.clock = clock;
    }

    /**
     * Works on it.
     *
     * @return when to look again; empty when the incident is over or unknown
     * @throws RuntimeException when the cluster or the store did not answer: to be run again later
     */
    public Optional<Instant> run(UUID id) {
        Instant start = clock.instant();
        try {
            return look(id);
        } finally {
            journal.looked(Duration.between(start, clock.instant()));
        }
    }

    private Optional<Instant> look(UUID id) {
        List<Attempt> attempts = List.of();
        for (int i = 0; i < MAX_LOOKS; i++) {
            Optional<Incident> found = store.find(id).filter(Incident::active);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Observation seen = observe(found.get(), attempts);
            Instant now = clock.instant();
            Optional<Decision> decision = decide(found.get(), seen, now);
            if (decision.isEmpty()) {
                return Optional.empty();
            }
            attempts = act(decision.get());
            @Nullable Instant again = decision.get().lookAgainAt();
            if (again == null || (attempts.isEmpty() && again.isAfter(now))) {
                return Optional.ofNullable(again);
            }
        }
        return Optional.of(clock.instant().plus(BREATH));
    }

    private Optional<Decision> decide(Incident incident, Observation seen, Instant now) {
        RemediationPolicy policy = policies.current();
        Set<String> offered =
                seen.spares().stream().map(NodeView::name).collect(Collectors.toSet());
        Optional<Stored> stored =
                store.update(
                        incident.id(),
                        new Scope(Remediation.poolOf(incident, seen), offered),
                        (current, around) ->
                                Remediation.decide(current, seen, around, policy, now));
        stored.ifPresent(each -> journal.moved(each.before(), each.decision().next()));
        return stored.map(Stored::decision);
    }

    private Observation observe(Incident incident, List<Attempt> attempts) {
        @Nullable NodeView node = cluster.node(incident.node()).orElse(null);
        Observation alone =
                new Observation(
                        node,
                        cluster.pods(incident.node()),
                        List.of(),
                        replacements.name(),
                        List.of(),
                        attempts);
        @Nullable String pool = Remediation.poolOf(incident, alone);
        if (pool == null) {
            return alone;
        }
        List<PoolMember> members = cluster.pool(pool);
        List<NodeView> spares = replacements.offers(pool, OpenIncident.of(incident).replacement());
        return new Observation(node, alone.pods(), members, replacements.name(), spares, attempts);
    }

    private List<Attempt> act(Decision decision) {
        return decision.effects().stream()
                .map(
                        effect -> {
                            Attempt attempt = act(effect);
                            journal.tried(decision.next(), attempt);
                            return attempt;
                        })
                .toList();
    }

    private Attempt act(Effect effect) {
        return switch (effect) {
            case Effect.OnNode onNode -> nodes.run(onNode);
            case Effect.OnReplacement onReplacement -> replacements.run(onReplacement);
        };
    }
}
