package io.medevac.messaging;

import com.google.errorprone.annotations.CheckReturnValue;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny;

/** Which events this service has taken into its state already. */
@ApplicationScoped
public class ProcessedEvents {
    private static final String INSERT =
            "INSERT INTO processed_event (event_id) VALUES (:id) ON CONFLICT DO NOTHING";
    private static final String INSERT_ALL =
            "INSERT INTO processed_event (event_id) SELECT unnest(CAST(:ids AS uuid[])) ON CONFLICT"
                    + " DO NOTHING RETURNING event_id";
    private static final String RENEW =
            "UPDATE processed_event SET processed_at = now()"
                    + " WHERE event_id = ANY(CAST(:ids AS uuid[]))";
    private static final String NOT_YET =
            "DELETE FROM processed_event WHERE event_id = ANY(CAST(:ids AS uuid[]))";
    private static final String FORGET = "delete from ProcessedEvent where processedAt < :limit";

    private final Mutiny.SessionFactory sessions;
    private final InstantSource clock;
    private final Duration kept;

    ProcessedEvents(Mutiny.SessionFactory sessions, InstantSource clock, MessagingConfig config) {
        this.sessions = sessions;
        this.clock = clock;
        this.kept = Duration.ofDays(config.processedEventDays());
    }

    /**
     * Marks the event as taken, in the transaction of the session: call it where the state changes.
     *
     * @return true the first time, false for a repetition, which must change nothing
     */
    @CheckReturnValue
    public Uni<Boolean> firstTime(Mutiny.Session session, UUID eventId) {
        return session.createNativeQuery(INSERT)
                .setParameter("id", eventId)
                .executeUpdate()
                .map(rows -> rows == 1);
    }

    /**
     * Marks all the events as taken, in one statement.
     *
     * @return those for which it was the first time
     */
    @CheckReturnValue
    public Uni<Set<UUID>> firstTimes(Mutiny.Session session, Collection<UUID> eventIds) {
        return session.createNativeQuery(INSERT_ALL, UUID.class)
                .setParameter("ids", eventIds.toArray(UUID[]::new))
                .getResultList()
                .map(Set::copyOf);
    }

    /**
     * Remembers the events as if they had been taken just now: for what keeps being said, longer
     * than an event is remembered.
     */
    @CheckReturnValue
    public Uni<Void> renew(Mutiny.Session session, Collection<UUID> eventIds) {
        return session.createNativeQuery(RENEW)
                .setParameter("ids", eventIds.toArray(UUID[]::new))
                .executeUpdate()
                .replaceWithVoid();
    }

    /** Takes the marks off again, in the transaction that made them: the events were not taken. */
    @CheckReturnValue
    public Uni<Void> notYet(Mutiny.Session session, Collection<UUID> eventIds) {
        return eventIds.isEmpty()
                ? Uni.createFrom().voidItem()
                : session.createNativeQuery(NOT_YET)
                        .setParameter("ids", eventIds.toArray(UUID[]::new))
                        .executeUpdate()
                        .replaceWithVoid();
    }

    @Scheduled(every = "6h", delayed = "10m")
    Uni<Void> forgetOldOnes() {
        return sessions.withTransaction(
                        session ->
                                session.createMutationQuery(FORGET)
                                        .setParameter("limit", clock.instant().minus(kept))
                                        .executeUpdate())
                .replaceWithVoid();
    }
}
