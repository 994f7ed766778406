package io.medevac.messaging;

import com.google.errorprone.annotations.CheckReturnValue;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny;

/** Which events this service has taken into its state already. */
@ApplicationScoped
public class ProcessedEvents {
    private static final String INSERT =
            "INSERT INTO processed_event (event_id) VALUES (:id) ON CONFLICT DO NOTHING";
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
