package io.medevac.slurmbridge.adapter.postgres;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.messaging.Outbox;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.medevac.slurmbridge.adapter.kafka.EvacuationEventMapper;
import io.medevac.slurmbridge.adapter.worklist.EvacuationQueue;
import io.medevac.slurmbridge.port.EvacuationStore;
import io.medevac.worklist.Worklist;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;

/** Evacuations in PostgreSQL: state, outbox rows and due time in one transaction. */
@ApplicationScoped
class PostgresEvacuationStore implements EvacuationStore {
    private final Transactions transactions;
    private final Outbox outbox;
    private final ProcessedEvents processed;
    private final Worklist worklist;
    private final EvacuationEventMapper mapper;

    PostgresEvacuationStore(
            Transactions transactions,
            Outbox outbox,
            ProcessedEvents processed,
            Worklist worklist,
            EvacuationEventMapper mapper) {
        this.transactions = transactions;
        this.outbox = outbox;
        this.processed = processed;
        this.worklist = worklist;
        this.mapper = mapper;
    }

    @Override
    public Optional<Evacuation> load(UUID incident) {
        return transactions.run(
                session ->
                        session.find(EvacuationRow.class, incident)
                                .map(
                                        row ->
                                                Optional.ofNullable(row)
                                                        .map(EvacuationRow::evacuation)));
    }

    @Override
    public Optional<Decision> update(
            UUID incident, Function<Optional<Evacuation>, Optional<Decision>> decide) {
        return transactions.run(session -> decided(session, incident, decide));
    }

    @Override
    public Optional<Decision> take(
            UUID event, UUID incident, Function<Optional<Evacuation>, Optional<Decision>> decide) {
        Optional<Decision> taken =
                transactions.run(
                        session ->
                                processed
                                        .firstTime(session, event)
                                        .chain(
                                                first ->
                                                        first
                                                                ? decided(session, incident, decide)
                                                                : nothing())
                                        .chain(decision -> scheduled(session, decision)));
        worklist.nudge();
        return taken;
    }

    @Override
    public Set<UUID> openOn(String node) {
        return transactions.run(
                session ->
                        session.createQuery(
                                        "select e.incident from EvacuationRow e where e.node ="
                                                + " :node and e.open",
                                        UUID.class)
                                .setParameter("node", node)
                                .getResultList()
                                .map(HashSet::new));
    }

    private Uni<Optional<Decision>> decided(
            Mutiny.Session session,
            UUID incident,
            Function<Optional<Evacuation>, Optional<Decision>> decide) {
        return session.find(EvacuationRow.class, incident, LockModeType.PESSIMISTIC_WRITE)
                .chain(
                        row -> {
                            Optional<EvacuationRow> known = Optional.ofNullable(row);
                            Optional<Decision> decision =
                                    decide.apply(known.map(EvacuationRow::evacuation));
                            return decision.isEmpty()
                                    ? Uni.createFrom().item(decision)
                                    : stored(session, known, decision.get());
                        });
    }

    private Uni<Optional<Decision>> stored(
            Mutiny.Session session, Optional<EvacuationRow> known, Decision decision) {
        Evacuation next = decision.next();
        Uni<Void> state;
        if (known.isPresent()) {
            known.get().take(next);
            state = Uni.createFrom().voidItem();
        } else {
            state = session.persist(EvacuationRow.of(next));
        }
        return state.chain(() -> outbox.appendAll(session, mapper.records(next, decision.events())))
                .replaceWith(Optional.of(decision));
    }

    private Uni<Optional<Decision>> scheduled(Mutiny.Session session, Optional<Decision> decision) {
        if (decision.isEmpty() || decision.get().lookAt() == null) {
            return Uni.createFrom().item(decision);
        }
        String key = decision.get().next().subject().incident().toString();
        return worklist.schedule(session, EvacuationQueue.NAME, key, decision.get().lookAt())
                .replaceWith(decision);
    }

    private static Uni<Optional<Decision>> nothing() {
        return Uni.createFrom().item(Optional.empty());
    }
}
