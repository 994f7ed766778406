package io.medevac.worklist;

import com.google.errorprone.annotations.CheckReturnValue;
import io.medevac.messaging.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny;

/** The table of work items. Times are those of the database, so that replicas agree. */
@ApplicationScoped
class WorkItems {
    private static final String SCHEDULE =
            "INSERT INTO work_item (queue, key, due_at) SELECT CAST(:queue AS"
                    + " text), key, CAST(:due AS timestamptz) FROM"
                    + " unnest(CAST(:keys AS text[])) AS key"
                    + " ON CONFLICT (queue, key) DO UPDATE SET version = work_item.version + 1,"
                    + " due_at = LEAST(work_item.due_at, EXCLUDED.due_at)";

    private static final String CLAIM =
            "UPDATE work_item SET leased_by = :owner, leased_until = clock_timestamp()"
                    + " + make_interval(secs => :lease), due_at = 'infinity' WHERE (queue, key) IN"
                    + " (SELECT queue, key FROM work_item WHERE queue = :queue AND"
                    + " (due_at <= clock_timestamp() AND leased_until IS NULL OR"
                    + " leased_until < clock_timestamp()) ORDER BY due_at LIMIT :most"
                    + " FOR UPDATE SKIP LOCKED) RETURNING key, version, failures";

    private static final String FINISH =
            "DELETE FROM work_item WHERE queue = :queue AND key = :key AND leased_by = :owner AND"
                    + " version = :version";

    private static final String RELEASE =
            "UPDATE work_item SET leased_by = NULL, leased_until = NULL, failures = :failures,"
                    + " due_at = LEAST(due_at, :due) WHERE queue = :queue AND key = :key AND"
                    + " leased_by = :owner";

    private static final String RENEW =
            "UPDATE work_item SET leased_until = clock_timestamp() + make_interval(secs => :lease)"
                    + " WHERE queue = :queue AND leased_by = :owner AND key IN (:keys)";

    private final Transactions transactions;

    WorkItems(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * Makes the key due at the time, or earlier where it already is; in the caller's transaction.
     */
    @CheckReturnValue
    Uni<Void> schedule(Mutiny.Session session, String queue, String key, Instant dueAt) {
        return scheduleAll(session, queue, List.of(key), dueAt);
    }

    /** The same for several keys, each of them once, in an order that all callers keep. */
    @CheckReturnValue
    Uni<Void> scheduleAll(Mutiny.Session session, String queue, List<String> keys, Instant dueAt) {
        return session.createNativeQuery(SCHEDULE)
                .setParameter("queue", queue)
                .setParameter("keys", keys.toArray(String[]::new))
                .setParameter("due", dueAt.atOffset(ZoneOffset.UTC))
                .executeUpdate()
                .replaceWithVoid();
    }

    /** Takes up to {@code most} due keys under a lease. */
    List<Claim> claim(String queue, UUID owner, Duration lease, int most) {
        return transactions.run(
                session ->
                        session.createNativeQuery(CLAIM, Object[].class)
                                .setParameter("owner", owner)
                                .setParameter("lease", lease.toMillis() / 1000.0)
                                .setParameter("queue", queue)
                                .setParameter("most", most)
                                .getResultList()
                                .map(rows -> rows.stream().map(Claim::of).toList()));
    }

    /** Goes on to hold the keys that are still this owner's. */
    void renew(String queue, UUID owner, Duration lease, List<String> keys) {
        transactions.run(
                session ->
                        session.createNativeQuery(RENEW)
                                .setParameter("lease", lease.toMillis() / 1000.0)
                                .setParameter("queue", queue)
                                .setParameter("owner", owner)
                                .setParameter("keys", keys)
                                .executeUpdate());
    }

    /** Removes the item, unless it was scheduled again meanwhile: then it is due again. */
    void finish(String queue, Claim claim, UUID owner) {
        Integer removed =
                transactions.run(
                        session ->
                                session.createNativeQuery(FINISH)
                                        .setParameter("queue", queue)
                                        .setParameter("key", claim.key())
                                        .setParameter("owner", owner)
                                        .setParameter("version", claim.version())
                                        .executeUpdate());
        if (removed == 0) {
            release(queue, claim.key(), owner, Instant.EPOCH, 0);
        }
    }

    /** Gives the lease back; the item is due then, or earlier where it was scheduled meanwhile. */
    void release(String queue, String key, UUID owner, Instant dueAt, int failures) {
        transactions.run(
                session ->
                        session.createNativeQuery(RELEASE)
                                .setParameter("failures", failures)
                                .setParameter("due", dueAt.atOffset(ZoneOffset.UTC))
                                .setParameter("queue", queue)
                                .setParameter("key", key)
                                .setParameter("owner", owner)
                                .executeUpdate());
    }

    /**
     * A key taken under a lease.
     *
     * @param version scheduling count at that time
     * @param failures failures in a row so far
     */
    record Claim(String key, long version, int failures) {
        static Claim of(Object[] row) {
            return new Claim(
                    (String) row[0], ((Number) row[1]).longValue(), ((Number) row[2]).intValue());
        }
    }
}
