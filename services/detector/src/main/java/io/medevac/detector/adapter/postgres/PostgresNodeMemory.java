package io.medevac.detector.adapter.postgres;

import io.medevac.detector.port.NodeMemory;
import io.medevac.domain.node.Machine;
import io.medevac.messaging.MessagingConfig;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;

/** Boots in a table of their own; a boot that no replica asks for any more is forgotten. */
@ApplicationScoped
public class PostgresNodeMemory implements NodeMemory {
    // In one order, so that replicas that start at the same time do not wait for each other.
    private static final String SEEN =
            """
            INSERT INTO boot (node_uid, boot_id, since)
            SELECT uid, id, CAST(at AS timestamptz)
            FROM unnest(CAST(:uids AS text[]), CAST(:ids AS text[]), CAST(:times AS text[]))
                AS seen(uid, id, at)
            ORDER BY uid, id
            ON CONFLICT (node_uid, boot_id) DO UPDATE SET renewed_at = now()
            RETURNING concat_ws(' ', CAST(extract(epoch FROM since) * 1000000 AS bigint),
                node_uid, boot_id)
            """;
    private static final String FORGET =
            "DELETE FROM boot WHERE renewed_at < CAST(:limit AS timestamptz)";
    private static final int PARTS = 3;

    private final Transactions transactions;
    private final ProcessedEvents processed;
    private final Mutiny.SessionFactory sessions;
    private final InstantSource clock;
    private final Duration kept;

    PostgresNodeMemory(
            Transactions transactions,
            ProcessedEvents processed,
            Mutiny.SessionFactory sessions,
            InstantSource clock,
            MessagingConfig config) {
        this.transactions = transactions;
        this.processed = processed;
        this.sessions = sessions;
        this.clock = clock;
        this.kept = Duration.ofDays(config.processedEventDays());
    }

    @Override
    public Map<Machine, Instant> since(Map<Machine, Instant> boots) {
        if (boots.isEmpty()) {
            return Map.of();
        }
        List<Map.Entry<Machine, Instant>> seen = List.copyOf(boots.entrySet());
        return transactions.run(
                session ->
                        session.createNativeQuery(SEEN, String.class)
                                .setParameter("uids", column(seen, boot -> boot.getKey().nodeUid()))
                                .setParameter("ids", column(seen, boot -> boot.getKey().bootId()))
                                .setParameter(
                                        "times", column(seen, boot -> boot.getValue().toString()))
                                .getResultList()
                                .map(PostgresNodeMemory::boots));
    }

    @Override
    public void renew(Collection<UUID> signals) {
        if (!signals.isEmpty()) {
            transactions.run(session -> processed.renew(session, signals));
        }
    }

    @Scheduled(every = "6h", delayed = "15m")
    Uni<Void> forgetOldOnes() {
        return sessions.withTransaction(
                        session ->
                                session.createNativeQuery(FORGET)
                                        .setParameter(
                                                "limit", clock.instant().minus(kept).toString())
                                        .executeUpdate())
                .replaceWithVoid();
    }

    private static String[] column(
            List<Map.Entry<Machine, Instant>> boots,
            Function<Map.Entry<Machine, Instant>, String> value) {
        return boots.stream().map(value).toArray(String[]::new);
    }

    private static Map<Machine, Instant> boots(List<String> rows) {
        Map<Machine, Instant> boots = new HashMap<>();
        for (String row : rows) {
            String[] parts = row.split(" ", PARTS);
            boots.put(
                    new Machine(parts[1], parts[2]),
                    Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS));
        }
        return boots;
    }
}
