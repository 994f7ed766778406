package io.medevac.remediator.adapter.postgres;

import io.medevac.domain.remediation.command.Circumstances;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.Ruling;
import io.medevac.domain.remediation.command.Ruling.Change;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.messaging.Outbox;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.medevac.remediator.adapter.kafka.Acknowledgements;
import io.medevac.remediator.adapter.worklist.IncidentRunner;
import io.medevac.remediator.port.CommandStore;
import io.medevac.worklist.Worklist;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;

/** Orders in PostgreSQL. */
@ApplicationScoped
public class PostgresCommandStore implements CommandStore {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final String ABOUT =
            "from IncidentEntity where id in :ids or (open = true and node in :nodes) order by id";
    private static final String OPEN =
            "select id from IncidentEntity where open = true and (node = :scope or :all = true)"
                    + " order by id";

    private final Transactions transactions;
    private final Outbox outbox;
    private final ProcessedEvents processed;
    private final Worklist worklist;
    private final Acknowledgements acknowledgements;
    private final InstantSource clock;

    PostgresCommandStore(
            Transactions transactions,
            Outbox outbox,
            ProcessedEvents processed,
            Worklist worklist,
            Acknowledgements acknowledgements,
            InstantSource clock) {
        this.transactions = transactions;
        this.outbox = outbox;
        this.processed = processed;
        this.worklist = worklist;
        this.acknowledgements = acknowledgements;
        this.clock = clock;
    }

    @Override
    public Optional<Ruling> take(
            Command command,
            Set<UUID> incidents,
            Set<String> nodes,
            Function<Circumstances, Ruling> decide) {
        Optional<Ruling> ruling =
                transactions.run(
                        session ->
                                processed
                                        .firstTime(session, command.event())
                                        .chain(
                                                first ->
                                                        first
                                                                ? ruled(
                                                                        session, command, incidents,
                                                                        nodes, decide)
                                                                : Uni.createFrom()
                                                                        .item(Optional.empty())));
        worklist.nudge();
        return ruling;
    }

    private Uni<Optional<Ruling>> ruled(
            Mutiny.Session session,
            Command command,
            Set<UUID> incidents,
            Set<String> nodes,
            Function<Circumstances, Ruling> decide) {
        return StandingOrderRows.lock(session)
                .chain(() -> StandingOrderRows.all(session))
                .chain(
                        orders ->
                                about(session, incidents, nodes)
                                        .chain(
                                                rows ->
                                                        stored(
                                                                session,
                                                                command,
                                                                rows,
                                                                decide.apply(
                                                                        known(orders, rows)))));
    }

    private Uni<Optional<Ruling>> stored(
            Mutiny.Session session, Command command, List<IncidentEntity> rows, Ruling ruling) {
        Instant now = clock.instant();
        return Transactions.inOrder(ruling.changes(), change -> change(session, change, rows, now))
                .chain(session::flush)
                .chain(() -> outbox.append(session, acknowledgements.of(command, ruling, now)))
                .replaceWith(Optional.of(ruling));
    }

    private Uni<Void> change(
            Mutiny.Session session, Change change, List<IncidentEntity> rows, Instant now) {
        return switch (change) {
            case Change.Given given ->
                    StandingOrderRows.give(session, given.scope(), given.order())
                            .chain(() -> due(session, given.scope(), now));
            case Change.Lifted lifted ->
                    StandingOrderRows.lift(session, lifted.scope())
                            .chain(() -> due(session, lifted.scope(), now));
            case Change.Told told -> {
                rows.stream()
                        .filter(row -> row.id.equals(told.incident()))
                        .forEach(row -> row.set(row.incident().with(told.fact())));
                yield due(session, told.incident(), now);
            }
        };
    }

    private static Circumstances known(StandingOrders orders, List<IncidentEntity> rows) {
        return new Circumstances(orders, rows.stream().map(IncidentEntity::incident).toList());
    }

    /** An empty list is no list in SQL. */
    private static Uni<List<IncidentEntity>> about(
            Mutiny.Session session, Set<UUID> incidents, Set<String> nodes) {
        return session.createQuery(ABOUT, IncidentEntity.class)
                .setParameter("ids", incidents.isEmpty() ? Set.of(NOBODY) : incidents)
                .setParameter("nodes", nodes.isEmpty() ? Set.of("") : nodes)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
    }

    private Uni<Void> due(Mutiny.Session session, String scope, Instant now) {
        return session.createQuery(OPEN, UUID.class)
                .setParameter("scope", scope)
                .setParameter("all", scope.equals(StandingOrders.WHOLE_CLUSTER))
                .getResultList()
                .chain(ids -> Transactions.inOrder(ids, id -> due(session, id, now)));
    }

    private Uni<Void> due(Mutiny.Session session, UUID incident, Instant now) {
        return worklist.schedule(session, IncidentRunner.QUEUE, incident.toString(), now);
    }
}
