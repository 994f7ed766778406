package io.medevac.messaging;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;

/**
 * Removes outbox rows that need not be sent again any more, a few at a time. Replicas may do so at
 * once: each skips the rows of the other.
 */
@ApplicationScoped
class OutboxRetention {
    private static final Logger LOG = Logger.getLogger(OutboxRetention.class);
    private static final Duration LEAST = Duration.ofMinutes(1);
    private static final int LEAST_ROWS = 1000;
    private static final int BATCH = 500;

    private static final String REMOVE =
            """
            WITH gone AS (
                DELETE FROM outbox WHERE seq IN (
                    SELECT seq FROM outbox WHERE created_at < :limit
                     ORDER BY created_at, seq LIMIT :batch FOR UPDATE SKIP LOCKED)
                RETURNING created_at),
            noted AS (
                INSERT INTO outbox_removed (until) SELECT max(created_at) FROM gone HAVING count(*) > 0
                ON CONFLICT (one) DO UPDATE SET until = greatest(outbox_removed.until, EXCLUDED.until))
            SELECT count(*) FROM gone
            """;

    /** Age of the first row that is one too many. */
    private static final String OVERFLOW =
            "SELECT created_at FROM outbox ORDER BY created_at DESC, seq DESC OFFSET :rows LIMIT 1";

    private final Mutiny.SessionFactory sessions;
    private final InstantSource clock;
    private final Duration retention;
    private final int maxRows;

    OutboxRetention(
            Mutiny.SessionFactory sessions,
            InstantSource clock,
            OutboxConfig outbox,
            MessagingConfig messaging) {
        check(outbox, Duration.ofDays(messaging.processedEventDays()));
        this.sessions = sessions;
        this.clock = clock;
        this.retention = outbox.retention();
        this.maxRows = outbox.maxRows();
    }

    /** Makes a wrong configuration stop the start. */
    void onStart(@Observes StartupEvent event) {
        LOG.debugf("outbox rows are kept for %s, %d at most", retention, maxRows);
    }

    /**
     * An event that comes again after its consumers forgot it would be taken for a new one.
     *
     * @throws IllegalArgumentException naming the key that is out of its range
     */
    static void check(OutboxConfig outbox, Duration remembered) {
        if (outbox.retention().compareTo(LEAST) < 0
                || outbox.retention().compareTo(remembered) >= 0) {
            throw new IllegalArgumentException(
                    "medevac.outbox.retention is %s: it must be 1 minute or more and shorter than medevac.messaging.processed-event-days (%d)"
                            .formatted(outbox.retention(), remembered.toDays()));
        }
        if (outbox.maxRows() < LEAST_ROWS) {
            throw new IllegalArgumentException(
                    "medevac.outbox.max-rows is %d: it must be %d or more"
                            .formatted(outbox.maxRows(), LEAST_ROWS));
        }
    }

    @Scheduled(
            every = "30s",
            delayed = "30s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> removeOldOnes() {
        return remove(clock.instant().minus(retention), maxRows).replaceWithVoid();
    }

    /** Removes rows written before the limit, and those above the number; tells how many. */
    Uni<Long> remove(Instant limit, int rows) {
        return removeBefore(limit).chain(old -> removeOverflow(rows).map(tooMany -> old + tooMany));
    }

    private Uni<Long> removeOverflow(int rows) {
        return sessions.withTransaction(
                        session ->
                                session.createNativeQuery(OVERFLOW, Instant.class)
                                        .setParameter("rows", rows)
                                        .getResultList())
                .chain(
                        first -> {
                            if (first.isEmpty()) {
                                return Uni.createFrom().item(0L);
                            }
                            LOG.warnf(
                                    "the outbox holds more than %d rows: those up to %s are removed before their time and could not be sent again",
                                    rows, first.getFirst());
                            return removeBefore(first.getFirst().plusNanos(1000));
                        });
    }

    private Uni<Long> removeBefore(Instant limit) {
        return Multi.createBy()
                .repeating()
                .uni(() -> removeBatch(limit))
                .whilst(gone -> gone == BATCH)
                .collect()
                .with(Collectors.summingLong(gone -> gone));
    }

    private Uni<Long> removeBatch(Instant limit) {
        return sessions.withTransaction(
                session ->
                        session.createNativeQuery(REMOVE, Long.class)
                                .setParameter("limit", limit)
                                .setParameter("batch", BATCH)
                                .getSingleResult());
    }
}
