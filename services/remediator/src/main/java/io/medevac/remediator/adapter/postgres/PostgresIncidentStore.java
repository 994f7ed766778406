package io.medevac.remediator.adapter.postgres;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.events.EventHeader;
import io.medevac.messaging.Outbox;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.medevac.remediator.adapter.kafka.NodeEvents;
import io.medevac.remediator.adapter.worklist.IncidentRunner;
import io.medevac.remediator.port.IncidentStore;
import io.medevac.wire.EventTypes;
import io.medevac.worklist.Worklist;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

/**
 * Incidents in PostgreSQL. State, events, processed-event guard and due time go into one
 * transaction; decisions of one pool are put in a row by an advisory lock, taken before the row's;
 * so are the faults of one node.
 */
@ApplicationScoped
public class PostgresIncidentStore implements IncidentStore {
    private static final String LOCK =
            "SELECT CAST(pg_advisory_xact_lock(hashtextextended(:what, 0)) AS text)";
    private static final String OTHERS =
            "from IncidentEntity where open = true and id <> :id order by id";
    private static final String FAULTY =
            "select distinct nodeUid, bootId from IncidentEntity where node in :nodes"
                    + " and takesNodeOut = true and nodeUid is not null and bootId is not null";
    private static final String LAST_OUT =
            "select max(endedAt) from IncidentEntity where tookNodeOut = true and endedAt is not null"
                    + " and (node = :node or nodeUid = :uid)";
    private static final String CONCERNED =
            "select id from IncidentEntity where open = true and (node in :nodes or replacement in"
                    + " :nodes or (watchesPool = true and pool in :pools)) order by id";
    private static final String OPEN =
            "select id from IncidentEntity where open = true order by id";
    private static final String OF_MACHINE =
            "from IncidentEntity where open = true and node = :node and nodeUid = :uid and bootId ="
                    + " :boot order by openedAt, id";
    private static final String COUNT =
            "select state, count(*) from IncidentEntity where open = true group by state";

    private final Transactions transactions;
    private final Outbox outbox;
    private final ProcessedEvents processed;
    private final Worklist worklist;
    private final NodeEvents events;
    private final InstantSource clock;

    PostgresIncidentStore(
            Transactions transactions,
            Outbox outbox,
            ProcessedEvents processed,
            Worklist worklist,
            NodeEvents events,
            InstantSource clock) {
        this.transactions = transactions;
        this.outbox = outbox;
        this.processed = processed;
        this.worklist = worklist;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public Optional<Incident> find(UUID id) {
        return transactions.run(
                session -> session.find(IncidentEntity.class, id).map(this::incident));
    }

    @Override
    public Optional<Incident> take(UUID event, UUID id, UnaryOperator<Optional<Incident>> change) {
        Optional<Incident> stored =
                transactions.run(
                        session ->
                                processed
                                        .firstTime(session, event)
                                        .chain(
                                                first ->
                                                        first
                                                                ? change(session, id, change)
                                                                : session.find(
                                                                                IncidentEntity
                                                                                        .class,
                                                                                id)
                                                                        .map(this::incident)));
        worklist.nudge();
        return stored;
    }

    @Override
    public Optional<Incident> takeFault(
            UUID event,
            UUID id,
            String node,
            Machine machine,
            Function<Optional<Incident>, Incident> change) {
        Optional<Incident> stored =
                transactions.run(
                        session ->
                                processed
                                        .firstTime(session, event)
                                        .chain(
                                                first ->
                                                        first
                                                                ? takeFault(
                                                                        session, id, node, machine,
                                                                        change)
                                                                : Uni.createFrom()
                                                                        .item(Optional.empty())));
        worklist.nudge();
        return stored;
    }

    private Uni<Optional<Incident>> takeFault(
            Mutiny.Session session,
            UUID id,
            String node,
            Machine machine,
            Function<Optional<Incident>, Incident> change) {
        return lock(session, "node", node)
                .chain(() -> locked(session, id))
                .chain(
                        row ->
                                row == null || row.open
                                        ? Uni.createFrom().item(row)
                                        : ofMachine(session, node, machine)
                                                .map(open -> open == null ? row : open))
                .chain(
                        row -> {
                            Incident next = change.apply(incident(row));
                            boolean same = row != null && row.id.equals(next.id());
                            return save(session, same ? row : null, next)
                                    .chain(() -> due(session, List.of(next.id())))
                                    .replaceWith(Optional.of(next));
                        });
    }

    /** The open incident of the machine, null when it has none. */
    private static Uni<IncidentEntity> ofMachine(
            Mutiny.Session session, String node, Machine machine) {
        return session.createQuery(OF_MACHINE, IncidentEntity.class)
                .setParameter("node", node)
                .setParameter("uid", machine.nodeUid())
                .setParameter("boot", machine.bootId())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setMaxResults(1)
                .getSingleResultOrNull();
    }

    @Override
    public Optional<Stored> update(
            UUID id, Scope scope, BiFunction<Incident, Surroundings, Decision> decide) {
        return transactions.run(
                session ->
                        StandingOrderRows.share(session)
                                .chain(() -> lockPool(session, scope.pool()))
                                .chain(() -> locked(session, id))
                                .chain(
                                        row ->
                                                row == null
                                                        ? Uni.createFrom().item(Optional.empty())
                                                        : decide(session, row, scope, decide)));
    }

    @Override
    public void makeDue(Set<String> nodes, Set<String> pools) {
        transactions.run(
                session ->
                        session.createQuery(CONCERNED, UUID.class)
                                .setParameter("nodes", nonEmpty(nodes))
                                .setParameter("pools", nonEmpty(pools))
                                .getResultList()
                                .chain(ids -> due(session, ids)));
        worklist.nudge();
    }

    @Override
    public void makeAllDue() {
        transactions.run(
                session ->
                        session.createQuery(OPEN, UUID.class)
                                .getResultList()
                                .chain(ids -> due(session, ids)));
        worklist.nudge();
    }

    @Override
    public Map<StateName, Long> openByState() {
        List<Object[]> rows =
                transactions.run(
                        session -> session.createQuery(COUNT, Object[].class).getResultList());
        return rows.stream()
                .collect(
                        Collectors.toMap(
                                row ->
                                        StateName.valueOf(
                                                ((String) row[0]).toUpperCase(Locale.ROOT)),
                                row -> (Long) row[1]));
    }

    private Optional<Incident> incident(@Nullable IncidentEntity row) {
        return Optional.ofNullable(row).map(IncidentEntity::incident);
    }

    private Uni<Optional<Incident>> change(
            Mutiny.Session session, UUID id, UnaryOperator<Optional<Incident>> change) {
        return locked(session, id)
                .chain(
                        row -> {
                            Optional<Incident> next = change.apply(incident(row));
                            if (next.isEmpty()) {
                                return Uni.createFrom().item(next);
                            }
                            return save(session, row, next.get())
                                    .chain(() -> due(session, List.of(id)))
                                    .replaceWith(next);
                        });
    }

    private Uni<Optional<Stored>> decide(
            Mutiny.Session session,
            IncidentEntity row,
            Scope scope,
            BiFunction<Incident, Surroundings, Decision> decide) {
        Incident before = row.incident();
        return surroundings(session, row, scope)
                .chain(
                        around -> {
                            Decision decision = decide.apply(before, around);
                            List<SpecificRecord> told = told(decision);
                            Incident next = following(decision.next(), told);
                            Uni<Void> saved =
                                    next.equals(before)
                                            ? Uni.createFrom().voidItem()
                                            : save(session, row, next);
                            return saved.chain(() -> outbox.appendAll(session, told))
                                    .chain(() -> freed(session, before, next, around))
                                    .replaceWith(
                                            Optional.of(
                                                    new Stored(
                                                            before,
                                                            new Decision(
                                                                    next,
                                                                    decision.events(),
                                                                    decision.effects(),
                                                                    decision.lookAgainAt()))));
                        });
    }

    /** A slot that was given back is taken by whoever waits for it, at once. */
    private Uni<Void> freed(
            Mutiny.Session session, Incident before, Incident next, Surroundings around) {
        if (!before.state().inFlight() || next.state().inFlight()) {
            return Uni.createFrom().voidItem();
        }
        List<UUID> waiting =
                around.others().stream()
                        .filter(other -> !other.inFlight())
                        .filter(other -> other.pool() != null && other.pool().equals(next.pool()))
                        .map(other -> other.id())
                        .toList();
        return due(session, waiting);
    }

    private List<SpecificRecord> told(Decision decision) {
        Instant now = clock.instant();
        List<SpecificRecord> records = new ArrayList<>();
        UUID cause = decision.next().cause();
        for (RemediationEvent event : decision.events()) {
            SpecificRecord record = events.of(event, decision.next(), now, cause);
            records.add(record);
            cause = EventTypes.headerOf(record).getEventId();
        }
        return records;
    }

    private static Incident following(Incident incident, List<SpecificRecord> told) {
        if (told.isEmpty()) {
            return incident;
        }
        EventHeader last = EventTypes.headerOf(told.getLast());
        return incident.following(last.getEventId());
    }

    /** One query after the other: a session runs no two at once. */
    private Uni<Surroundings> surroundings(
            Mutiny.Session session, IncidentEntity row, Scope scope) {
        return session.createQuery(OTHERS, IncidentEntity.class)
                .setParameter("id", row.id)
                .setReadOnly(true)
                .getResultList()
                .map(others -> others.stream().map(IncidentEntity::known).toList())
                .map(others -> Surroundings.NONE.among(others))
                .chain(known -> faulty(session, scope.offered()).map(known::withFaultyMachines))
                .chain(known -> StandingOrderRows.all(session).map(known::under))
                .chain(known -> lastOutUntil(session, row).map(known::lastOut));
    }

    /** When the last incident ended that took the node or the machine out; null when none did. */
    private static Uni<@Nullable Instant> lastOutUntil(Mutiny.Session session, IncidentEntity row) {
        return session.createQuery(LAST_OUT, Instant.class)
                .setParameter("node", row.node)
                .setParameter("uid", row.nodeUid == null ? "" : row.nodeUid)
                .getSingleResultOrNull();
    }

    private static Uni<Set<Machine>> faulty(Mutiny.Session session, Set<String> nodes) {
        if (nodes.isEmpty()) {
            return Uni.createFrom().item(Set.of());
        }
        return session.createQuery(FAULTY, Object[].class)
                .setParameter("nodes", nodes)
                .getResultList()
                .map(
                        rows -> {
                            Set<Machine> machines = new HashSet<>();
                            rows.forEach(
                                    row ->
                                            machines.add(
                                                    new Machine((String) row[0], (String) row[1])));
                            return machines;
                        });
    }

    private static Uni<Void> save(
            Mutiny.Session session, @Nullable IncidentEntity row, Incident incident) {
        if (row == null) {
            return session.persist(new IncidentEntity(incident)).chain(session::flush);
        }
        row.set(incident);
        return session.flush();
    }

    private Uni<Void> due(Mutiny.Session session, Collection<UUID> ids) {
        Instant now = clock.instant();
        return Transactions.inOrder(
                ids, id -> worklist.schedule(session, IncidentRunner.QUEUE, id.toString(), now));
    }

    private static Uni<IncidentEntity> locked(Mutiny.Session session, UUID id) {
        return session.find(IncidentEntity.class, id, LockModeType.PESSIMISTIC_WRITE);
    }

    private static Uni<Void> lockPool(Mutiny.Session session, @Nullable String pool) {
        return pool == null ? Uni.createFrom().voidItem() : lock(session, "pool", pool);
    }

    /** Until the end of the transaction. */
    private static Uni<Void> lock(Mutiny.Session session, String kind, String name) {
        return session.createNativeQuery(LOCK, String.class)
                .setParameter("what", "remediation of " + kind + " " + name)
                .getSingleResult()
                .replaceWithVoid();
    }

    /** An empty list is no list in SQL. */
    private static Set<String> nonEmpty(Set<String> names) {
        return names.isEmpty() ? Set.of("") : names;
    }
}
