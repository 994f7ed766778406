package io.medevac.detector.adapter.postgres;

import io.medevac.detector.adapter.worklist.WaitingSignalsRunner;
import io.medevac.detector.port.DetectionStore.Stretch;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.Incident;
import io.medevac.domain.detection.KernelLogState;
import io.medevac.domain.detection.LogProgress;
import io.medevac.domain.detection.WaitingSignal;
import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.node.Machine;
import io.medevac.worklist.StateJson;
import io.medevac.worklist.Worklist;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.Mutiny.MutationQuery;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes what is stored about many nodes, each kind of row with one statement. Arrays go
 * in as columns, so that the statement is the same for any number.
 */
final class ManyNodes {
    /** In the order of the numbers that are locked: two that lock the same nodes do not meet. */
    private static final String LOCK =
            "SELECT CAST(pg_advisory_xact_lock(place) AS text) FROM (SELECT DISTINCT"
                    + " hashtextextended('detection of ' || node, 0) AS place FROM"
                    + " unnest(CAST(:nodes AS text[])) AS node ORDER BY place) AS places";

    private static final String PROGRESS =
            "SELECT stream, node, origin, next, state FROM log_progress WHERE (stream, node) IN"
                    + " (SELECT * FROM unnest(CAST(:streams AS text[]), CAST(:nodes AS text[])))";

    private static final String OPEN =
            "SELECT id, node, node_uid, boot_id, occurrences, dossier FROM incident WHERE node ="
                    + " ANY(CAST(:nodes AS text[])) AND closed_at IS NULL ORDER BY id";

    private static final String SAVE_PROGRESS =
            "INSERT INTO log_progress (stream, node, origin, next, state) SELECT * FROM"
                    + " unnest(CAST(:streams AS text[]), CAST(:nodes AS text[]), CAST(:origins AS"
                    + " text[]), CAST(:nexts AS bigint[]), CAST(:states AS text[])) ON CONFLICT"
                    + " (stream, node) DO UPDATE SET origin = EXCLUDED.origin, next ="
                    + " EXCLUDED.next, state = EXCLUDED.state";

    private static final String SAVE_INCIDENTS =
            "INSERT INTO incident (id, node, node_uid, boot_id, occurrences, dossier) SELECT * FROM"
                    + " unnest(CAST(:ids AS uuid[]), CAST(:nodes AS text[]), CAST(:uids AS text[]),"
                    + " CAST(:boots AS text[]), CAST(:occurrences AS int[]), CAST(:dossiers AS text[])) ON CONFLICT (id) DO"
                    + " UPDATE SET occurrences = EXCLUDED.occurrences, dossier = EXCLUDED.dossier";

    private static final String KEEP_WAITING =
            "INSERT INTO waiting_signal (id, node, body) SELECT id, node, body FROM"
                    + " unnest(CAST(:ids AS uuid[]), CAST(:nodes AS text[]), CAST(:bodies AS"
                    + " text[])) WITH ORDINALITY AS waiting (id, node, body, place) ORDER BY place";

    private static final String UNKNOWN = "";

    private final Mutiny.Session session;

    ManyNodes(Mutiny.Session session) {
        this.session = session;
    }

    /** One row of an outcome, with the node it belongs to. */
    private record OfNode<T>(String node, T row) {}

    /** Puts the transactions about each of these nodes in a row. */
    Uni<Void> lock(List<Stretch> stretches) {
        return session.createNativeQuery(LOCK, String.class)
                .setParameter("nodes", column(stretches, Stretch::node))
                .getResultList()
                .replaceWithVoid();
    }

    /** How far each log has been taken in. */
    Uni<Map<LogKey, LogProgress>> progress(List<Stretch> stretches) {
        return session.createNativeQuery(PROGRESS, Object[].class)
                .setParameter("streams", column(stretches, Stretch::stream))
                .setParameter("nodes", column(stretches, Stretch::node))
                .getResultList()
                .map(
                        rows -> {
                            Map<LogKey, LogProgress> found = new HashMap<>();
                            for (Object[] row : rows) {
                                found.put(
                                        new LogKey((String) row[0], (String) row[1]),
                                        new LogProgress(
                                                (String) row[2],
                                                ((Number) row[3]).longValue(),
                                                StateJson.read(
                                                        (String) row[4], KernelLogState.class)));
                            }
                            return found;
                        });
    }

    /** Open incidents of each node. */
    Uni<Map<String, List<Incident>>> open(List<Stretch> stretches) {
        return session.createNativeQuery(OPEN, Object[].class)
                .setParameter("nodes", column(stretches, Stretch::node))
                .getResultList()
                .map(
                        rows -> {
                            Map<String, List<Incident>> open = new HashMap<>();
                            for (Object[] row : rows) {
                                open.computeIfAbsent((String) row[1], node -> new ArrayList<>())
                                        .add(incident(row));
                            }
                            return open;
                        });
    }

    /** How far the logs have been taken in now. */
    Uni<Void> saveProgress(Map<Stretch, Outcome> taken) {
        List<Stretch> stretches = List.copyOf(taken.keySet());
        List<LogProgress> rows = taken.values().stream().map(Outcome::progress).toList();
        return session.createNativeQuery(SAVE_PROGRESS)
                .setParameter("streams", column(stretches, Stretch::stream))
                .setParameter("nodes", column(stretches, Stretch::node))
                .setParameter("origins", column(rows, LogProgress::origin))
                .setParameter("nexts", rows.stream().map(LogProgress::next).toArray(Long[]::new))
                .setParameter(
                        "states",
                        column(rows, row -> StateJson.write(row.state(), KernelLogState.class)))
                .executeUpdate()
                .replaceWithVoid();
    }

    /** Opens or joins incidents. */
    Uni<Void> saveIncidents(Map<String, Placed> placed) {
        List<OfNode<Incident>> rows = rows(placed, Placed::incidents);
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return withNodes(session.createNativeQuery(SAVE_INCIDENTS), rows, Incident::id)
                .setParameter("uids", column(rows, row -> text(row.row().machine().nodeUid())))
                .setParameter("boots", column(rows, row -> text(row.row().machine().bootId())))
                .setParameter(
                        "occurrences",
                        rows.stream().map(row -> row.row().occurrences()).toArray(Integer[]::new))
                .setParameter(
                        "dossiers",
                        column(rows, row -> StateJson.write(row.row().dossier(), Dossier.class)))
                .executeUpdate()
                .replaceWithVoid();
    }

    /** Keeps the signals that wait for their boot, and has them looked at. */
    Uni<Void> keepWaiting(Map<String, Placed> placed, Worklist worklist, Instant now) {
        List<OfNode<WaitingSignal>> rows = rows(placed, Placed::waiting);
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        List<String> nodes = rows.stream().map(OfNode::node).distinct().sorted().toList();
        return withNodes(
                        session.createNativeQuery(KEEP_WAITING),
                        rows,
                        waiting -> waiting.signal().id())
                .setParameter(
                        "bodies",
                        column(rows, row -> StateJson.write(row.row(), WaitingSignal.class)))
                .executeUpdate()
                .chain(() -> worklist.scheduleAll(session, WaitingSignalsRunner.QUEUE, nodes, now));
    }

    private static <T> MutationQuery withNodes(
            MutationQuery query, List<OfNode<T>> rows, Function<T, UUID> id) {
        return query.setParameter(
                        "ids", rows.stream().map(row -> id.apply(row.row())).toArray(UUID[]::new))
                .setParameter("nodes", column(rows, OfNode::node));
    }

    private static <T> List<OfNode<T>> rows(
            Map<String, Placed> placed, Function<Placed, List<T>> of) {
        List<OfNode<T>> rows = new ArrayList<>();
        placed.forEach(
                (node, its) -> of.apply(its).forEach(row -> rows.add(new OfNode<>(node, row))));
        return rows;
    }

    private static <T> String[] column(List<T> rows, Function<T, String> value) {
        return rows.stream().map(value).toArray(String[]::new);
    }

    private static Incident incident(Object[] row) {
        return new Incident(
                (UUID) row[0],
                new Machine(known((String) row[2]), known((String) row[3])),
                ((Number) row[4]).intValue(),
                StateJson.read((String) row[5], Dossier.class));
    }

    private static String text(@Nullable String value) {
        return value == null ? UNKNOWN : value;
    }

    private static @Nullable String known(String value) {
        return value.equals(UNKNOWN) ? null : value;
    }
}
