package io.medevac.slurmbridge.adapter.postgres;

import io.medevac.domain.slurm.StandingReason;
import io.medevac.events.SlurmNodeClosed;
import io.medevac.messaging.Outbox;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.medevac.slurmbridge.adapter.kafka.ClosedNodeEvents;
import io.medevac.slurmbridge.port.ClosedNodes;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

/** The reason told last of each Slurm node; row and event go into one transaction. */
@ApplicationScoped
class PostgresClosedNodes implements ClosedNodes {
    private static final String KNOWN = "from ClosedNodeRow where slurmNode in :nodes";

    /** A replica that looked earlier and comes later must not tell the former reason again. */
    private static final String REMEMBER =
            """
            INSERT INTO closed_node (slurm_node, reason, set_at) VALUES (:node, :reason, :setAt)
            ON CONFLICT (slurm_node) DO UPDATE SET reason = excluded.reason, set_at = excluded.set_at
            WHERE (closed_node.reason, closed_node.set_at) <> (excluded.reason, excluded.set_at)
            AND closed_node.set_at <= excluded.set_at
            """;

    private final Transactions transactions;
    private final Outbox outbox;
    private final ProcessedEvents processed;
    private final ClosedNodeEvents events;
    private final InstantSource clock;

    PostgresClosedNodes(
            Transactions transactions,
            Outbox outbox,
            ProcessedEvents processed,
            ClosedNodeEvents events,
            InstantSource clock) {
        this.transactions = transactions;
        this.outbox = outbox;
        this.processed = processed;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public List<StandingReason> untold(List<StandingReason> closed) {
        if (closed.isEmpty()) {
            return List.of();
        }
        List<String> names = closed.stream().map(each -> each.node().name()).toList();
        Map<String, ClosedNodeRow> known =
                transactions.run(
                        session ->
                                session.createQuery(KNOWN, ClosedNodeRow.class)
                                        .setParameter("nodes", names)
                                        .getResultList()
                                        .map(PostgresClosedNodes::byName));
        return closed.stream().filter(each -> !same(each, known.get(each.node().name()))).toList();
    }

    private static Map<String, ClosedNodeRow> byName(List<ClosedNodeRow> rows) {
        return rows.stream().collect(Collectors.toMap(row -> row.slurmNode, Function.identity()));
    }

    private static boolean same(StandingReason closed, @Nullable ClosedNodeRow row) {
        return row != null && row.reason.equals(closed.text()) && row.setAt.equals(setAt(closed));
    }

    @Override
    public boolean tell(StandingReason closed, String node) {
        SlurmNodeClosed event = events.of(closed, node, clock.instant());
        return transactions.run(
                session ->
                        session.createNativeQuery(REMEMBER)
                                .setParameter("node", closed.node().name())
                                .setParameter("reason", closed.text())
                                .setParameter("setAt", setAt(closed))
                                .executeUpdate()
                                .chain(
                                        rows ->
                                                rows == 0
                                                        ? Uni.createFrom().item(false)
                                                        : sent(session, event)));
    }

    /** A reason without a time that comes back is the event that it was before. */
    private Uni<Boolean> sent(Mutiny.Session session, SlurmNodeClosed event) {
        return processed
                .firstTime(session, event.getHeader().getEventId())
                .chain(
                        first ->
                                first
                                        ? outbox.append(session, event).replaceWith(true)
                                        : Uni.createFrom().item(false));
    }

    private static Instant setAt(StandingReason closed) {
        return Objects.requireNonNullElse(closed.setAt(), Instant.EPOCH);
    }
}
