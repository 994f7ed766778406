package io.medevac.detector.adapter.postgres;

import io.medevac.domain.detection.Detection.WaitingRoom;
import io.medevac.domain.detection.Incident;
import io.medevac.domain.detection.KernelLogState;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;

/** Reads what is stored about one node. */
final class NodeRows {
    private static final String LOCK =
            "SELECT CAST(pg_advisory_xact_lock(hashtextextended(:key, 0)) AS text)";
    private static final String OPEN =
            "from IncidentEntity where node = :node and closedAt is null order by id";
    private static final String LOGS = "from LogProgressEntity where node = :node";
    private static final String WAITING =
            "from WaitingSignalEntity where node = :node order by seq";

    private NodeRows() {}

    /** Puts the transactions about one node in a row; held until the transaction ends. */
    static Uni<Void> lock(Mutiny.Session session, String node) {
        return session.createNativeQuery(LOCK, String.class)
                .setParameter("key", "detection of " + node)
                .getSingleResult()
                .replaceWithVoid();
    }

    /** The signals that wait, with what a decision about them needs. */
    static Uni<WaitingRoom> room(Mutiny.Session session, String node) {
        return session.createQuery(WAITING, WaitingSignalEntity.class)
                .setParameter("node", node)
                .getResultList()
                .chain(
                        waiting ->
                                states(session, node)
                                        .chain(
                                                states ->
                                                        open(session, node)
                                                                .map(
                                                                        open ->
                                                                                room(
                                                                                        waiting,
                                                                                        states,
                                                                                        open))));
    }

    private static WaitingRoom room(
            List<WaitingSignalEntity> waiting,
            Map<String, KernelLogState> states,
            List<Incident> open) {
        return new WaitingRoom(
                waiting.stream().map(WaitingSignalEntity::waiting).toList(), states, open);
    }

    private static Uni<Map<String, KernelLogState>> states(Mutiny.Session session, String node) {
        return session.createQuery(LOGS, LogProgressEntity.class)
                .setParameter("node", node)
                .getResultList()
                .map(
                        rows ->
                                rows.stream()
                                        .collect(
                                                Collectors.toMap(
                                                        row -> row.stream,
                                                        row -> row.progress().state())));
    }

    /** Open incidents. */
    static Uni<List<Incident>> open(Mutiny.Session session, String node) {
        return session.createQuery(OPEN, IncidentEntity.class)
                .setParameter("node", node)
                .getResultList()
                .map(rows -> rows.stream().map(IncidentEntity::incident).toList());
    }
}
