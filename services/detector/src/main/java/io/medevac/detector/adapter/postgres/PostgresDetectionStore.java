package io.medevac.detector.adapter.postgres;

import io.medevac.detector.adapter.kafka.DetectionEvents;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.Detection.Review;
import io.medevac.domain.detection.Detection.WaitingRoom;
import io.medevac.domain.detection.Incident;
import io.medevac.domain.detection.LogProgress;
import io.medevac.messaging.Outbox;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.medevac.worklist.Worklist;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

/**
 * The detector's state in PostgreSQL: read position, incidents, waiting signals and the events to
 * send go into one transaction. An advisory lock puts the decisions about one node in a row.
 */
@ApplicationScoped
public class PostgresDetectionStore implements DetectionStore {
    private static final String CLOSE =
            "update IncidentEntity set closedAt = :now where id = :id and closedAt is null";
    private static final String NO_LONGER = "delete from WaitingSignalEntity where id in :ids";

    private static final String STATES = "from SourceStateEntity where key in :keys";
    private static final String STATES_OF =
            "from SourceStateEntity where substring(key, 1, length(:kind)) = :kind";
    private static final String REMEMBER =
            """
            INSERT INTO source_state (key, version, body) VALUES (:key, :version, :body)
            ON CONFLICT (key) DO UPDATE SET version = excluded.version, body = excluded.body
            WHERE source_state.version = excluded.version - 1
            """;

    private final Transactions transactions;
    private final Outbox outbox;
    private final ProcessedEvents processed;
    private final Worklist worklist;
    private final DetectionEvents events;
    private final InstantSource clock;

    PostgresDetectionStore(
            Transactions transactions,
            Outbox outbox,
            ProcessedEvents processed,
            Worklist worklist,
            DetectionEvents events,
            InstantSource clock) {
        this.transactions = transactions;
        this.outbox = outbox;
        this.processed = processed;
        this.worklist = worklist;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public Optional<LogProgress> progress(String stream, String node) {
        return transactions.run(
                (session, transaction) ->
                        session.find(LogProgressEntity.class, new LogKey(stream, node))
                                .map(
                                        row ->
                                                Optional.ofNullable(row)
                                                        .map(LogProgressEntity::progress)));
    }

    @Override
    public List<Optional<Outcome>> takeInAll(List<Stretch> stretches) {
        List<Optional<Outcome>> outcomes =
                transactions.run(
                        (session, transaction) -> {
                            ManyNodes rows = new ManyNodes(session);
                            return rows.lock(stretches)
                                    .chain(() -> known(session, rows, stretches))
                                    .chain(known -> store(session, transaction, rows, known));
                        });
        if (outcomes.stream()
                .flatMap(Optional::stream)
                .anyMatch(outcome -> !outcome.placed().waiting().isEmpty())) {
            worklist.nudge();
        }
        return outcomes;
    }

    @Override
    public Optional<Placed> takeIn(
            String node,
            Set<UUID> signals,
            @Nullable SourceState state,
            Function<Known, Placed> decide) {
        Optional<Placed> placed =
                transactions.run(
                        (session, transaction) ->
                                remember(session, state)
                                        .chain(
                                                first -> {
                                                    if (!first) {
                                                        transaction.markForRollback();
                                                        return Uni.createFrom()
                                                                .item(Optional.<Placed>empty());
                                                    }
                                                    return report(session, node, signals, decide)
                                                            .map(Optional::of);
                                                }));
        if (placed.isPresent() && !placed.get().waiting().isEmpty()) {
            worklist.nudge();
        }
        return placed;
    }

    private Uni<Placed> report(
            Mutiny.Session session,
            String node,
            Set<UUID> signals,
            Function<Known, Placed> decide) {
        if (signals.isEmpty()) {
            return Uni.createFrom().item(new Placed(List.of(), List.of(), List.of()));
        }
        return NodeRows.lock(session, node)
                .chain(() -> processed.firstTimes(session, signals))
                .chain(
                        first -> {
                            Set<UUID> seen = new HashSet<>(signals);
                            seen.removeAll(first);
                            return NodeRows.open(session, node)
                                    .map(open -> decide.apply(new Known(null, open, seen)));
                        })
                .chain(placed -> place(session, Map.of(node, placed)).replaceWith(placed));
    }

    /** Whether no other replica has stored a state of this version before. */
    private static Uni<Boolean> remember(Mutiny.Session session, @Nullable SourceState state) {
        return state == null
                ? Uni.createFrom().item(true)
                : session.createNativeQuery(REMEMBER)
                        .setParameter("key", state.key())
                        .setParameter("version", state.version())
                        .setParameter("body", state.body())
                        .executeUpdate()
                        .map(rows -> rows == 1);
    }

    @Override
    public List<SourceState> states(Collection<String> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        return states(STATES, "keys", keys);
    }

    @Override
    public List<SourceState> statesOf(String kind) {
        return states(STATES_OF, "kind", kind);
    }

    private List<SourceState> states(String query, String parameter, Object value) {
        return transactions.run(
                (session, transaction) ->
                        session.createQuery(query, SourceStateEntity.class)
                                .setParameter(parameter, value)
                                .getResultList()
                                .map(rows -> rows.stream().map(SourceStateEntity::state).toList()));
    }

    @Override
    public Review review(String node, Function<WaitingRoom, Review> decide) {
        return transactions.run(
                (session, transaction) ->
                        NodeRows.lock(session, node)
                                .chain(() -> NodeRows.room(session, node))
                                .chain(
                                        room -> {
                                            Review review = decide.apply(room);
                                            return tell(session, node, review).replaceWith(review);
                                        }));
    }

    @Override
    public void close(UUID event, UUID incident) {
        transactions.run(
                (session, transaction) ->
                        processed
                                .firstTime(session, event)
                                .chain(() -> session.find(IncidentEntity.class, incident))
                                .chain(row -> row == null ? nothing() : close(session, row)));
    }

    private Uni<Void> close(Mutiny.Session session, IncidentEntity row) {
        return NodeRows.lock(session, row.node)
                .chain(
                        () ->
                                session.createMutationQuery(CLOSE)
                                        .setParameter("now", clock.instant())
                                        .setParameter("id", row.id)
                                        .executeUpdate())
                .replaceWithVoid();
    }

    private Uni<List<Decided>> known(
            Mutiny.Session session, ManyNodes rows, List<Stretch> stretches) {
        return firstTimes(session, stretches)
                .chain(
                        first ->
                                rows.progress(stretches)
                                        .chain(
                                                progress ->
                                                        rows.open(stretches)
                                                                .map(
                                                                        open ->
                                                                                decide(
                                                                                        stretches,
                                                                                        first,
                                                                                        progress,
                                                                                        open))));
    }

    private static List<Decided> decide(
            List<Stretch> stretches,
            Set<UUID> first,
            Map<LogKey, LogProgress> progress,
            Map<String, List<Incident>> open) {
        List<Decided> decided = new ArrayList<>();
        for (Stretch stretch : stretches) {
            Set<UUID> seen = new HashSet<>(stretch.signals());
            seen.removeAll(first);
            Set<UUID> fresh = new HashSet<>(stretch.signals());
            fresh.removeAll(seen);
            Known known =
                    new Known(
                            progress.get(new LogKey(stretch.stream(), stretch.node())),
                            open.getOrDefault(stretch.node(), List.of()),
                            seen);
            decided.add(new Decided(stretch, fresh, stretch.decide().apply(known)));
        }
        return decided;
    }

    private Uni<List<Optional<Outcome>>> store(
            Mutiny.Session session,
            Mutiny.Transaction transaction,
            ManyNodes rows,
            List<Decided> decided) {
        List<Optional<Outcome>> outcomes = decided.stream().map(Decided::outcome).toList();
        Map<Stretch, Outcome> taken = new LinkedHashMap<>();
        Set<UUID> notTaken = new HashSet<>();
        Map<String, Placed> placed = new LinkedHashMap<>();
        for (Decided each : decided) {
            each.outcome()
                    .ifPresentOrElse(
                            outcome -> {
                                taken.put(each.stretch(), outcome);
                                placed.put(each.stretch().node(), outcome.placed());
                            },
                            () -> notTaken.addAll(each.fresh()));
        }
        if (taken.isEmpty()) {
            transaction.markForRollback();
            return Uni.createFrom().item(outcomes);
        }
        return processed
                .notYet(session, notTaken)
                .chain(() -> rows.saveProgress(taken))
                .chain(() -> place(session, placed))
                .replaceWith(outcomes);
    }

    private Uni<Void> place(Mutiny.Session session, Map<String, Placed> placed) {
        ManyNodes rows = new ManyNodes(session);
        List<SpecificRecord> told = new ArrayList<>();
        placed.forEach((node, its) -> told.addAll(told(node, its.faults())));
        return rows.saveIncidents(placed)
                .chain(() -> rows.keepWaiting(placed, worklist, clock.instant()))
                .chain(() -> outbox.appendAll(session, told));
    }

    /**
     * What was decided of a stretch.
     *
     * @param fresh signals that were never taken before
     */
    private record Decided(Stretch stretch, Set<UUID> fresh, Optional<Outcome> outcome) {}

    private Uni<Void> tell(Mutiny.Session session, String node, Review review) {
        Set<UUID> done = new HashSet<>();
        review.faults().forEach(fault -> done.add(fault.signal().id()));
        if (done.isEmpty()) {
            return nothing();
        }
        return session.createMutationQuery(NO_LONGER)
                .setParameter("ids", done)
                .executeUpdate()
                .chain(
                        () ->
                                place(
                                        session,
                                        Map.of(
                                                node,
                                                new Placed(
                                                        review.faults(),
                                                        List.of(),
                                                        review.incidents()))));
    }

    private List<SpecificRecord> told(String node, List<DetectedFault> faults) {
        return faults.stream().flatMap(fault -> events.of(node, fault).stream()).toList();
    }

    /** Marks all the signals as taken, and says which were not before. */
    private Uni<Set<UUID>> firstTimes(Mutiny.Session session, List<Stretch> stretches) {
        Set<UUID> signals = new HashSet<>();
        stretches.forEach(stretch -> signals.addAll(stretch.signals()));
        return signals.isEmpty()
                ? Uni.createFrom().item(Set.of())
                : processed.firstTimes(session, signals);
    }

    private static Uni<Void> nothing() {
        return Uni.createFrom().voidItem();
    }
}
