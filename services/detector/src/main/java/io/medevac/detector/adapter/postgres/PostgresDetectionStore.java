package io.medevac.detector.adapter.postgres;

import io.medevac.detector.adapter.kafka.DetectionEvents;
import io.medevac.detector.port.DetectionStore;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
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

/**
 * The detector's state in PostgreSQL: read position, incidents, waiting signals and the events to
 * send go into one transaction. An advisory lock puts the decisions about one node in a row.
 */
@ApplicationScoped
public class PostgresDetectionStore implements DetectionStore {
    private static final String CLOSE =
            "update IncidentEntity set closedAt = :now where id = :id and closedAt is null";
    private static final String NO_LONGER = "delete from WaitingSignalEntity where id in :ids";

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
                .anyMatch(outcome -> !outcome.waiting().isEmpty())) {
            worklist.nudge();
        }
        return outcomes;
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
        List<SpecificRecord> told = new ArrayList<>();
        for (Decided each : decided) {
            each.outcome()
                    .ifPresentOrElse(
                            outcome -> {
                                taken.put(each.stretch(), outcome);
                                told.addAll(told(each.stretch().node(), outcome.faults()));
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
                .chain(() -> rows.saveIncidents(taken))
                .chain(() -> rows.keepWaiting(taken, worklist, clock.instant()))
                .chain(() -> outbox.appendAll(session, told))
                .replaceWith(outcomes);
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
                .chain(() -> NodeRows.save(session, node, review.incidents()))
                .chain(session::flush)
                .chain(() -> outbox.appendAll(session, told(node, review.faults())));
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
