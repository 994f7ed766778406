package io.medevac.notifier.adapter.postgres;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.Storm;
import io.medevac.domain.notification.Told;
import io.medevac.messaging.Outbox;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.medevac.notifier.port.DeliveryStore;
import io.medevac.worklist.StateJson;
import io.medevac.worklist.Worklist;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

/** Deliveries in PostgreSQL; what is new is due in the worklist of its route at once. */
@ApplicationScoped
public class PostgresDeliveryStore implements DeliveryStore {

    private static final String PENDING_OUTSIDE =
            "select d.id from DeliveryRow d where d.state = PENDING and d.route not in :routes";
    private static final String FORGET_DELIVERIES =
            "delete from DeliveryRow d where d.endedAt < :before";
    private static final String FORGET_TOLD = "delete from ToldRow t where t.updatedAt < :before";
    private static final String NO_ROUTE = "";

    private final Transactions transactions;
    private final ProcessedEvents processed;
    private final Outbox outbox;
    private final Worklist worklist;
    private final NotificationEvents events;
    private final InstantSource clock;

    PostgresDeliveryStore(
            Transactions transactions,
            ProcessedEvents processed,
            Outbox outbox,
            Worklist worklist,
            NotificationEvents events,
            InstantSource clock) {
        this.transactions = transactions;
        this.processed = processed;
        this.outbox = outbox;
        this.worklist = worklist;
        this.events = events;
        this.clock = clock;
    }

    /** Name of the worklist queue of a route. */
    public static String queueOf(String route) {
        return "deliver-" + route;
    }

    @Override
    public boolean take(
            Origin origin, Optional<UUID> storm, BiFunction<Told, Storm, Intake> decide) {
        boolean taken =
                transactions.run(
                        session ->
                                processed
                                        .firstTime(session, origin.eventId())
                                        .chain(
                                                first ->
                                                        first
                                                                ? intake(
                                                                                session, origin,
                                                                                storm, decide)
                                                                        .replaceWith(true)
                                                                : Uni.createFrom().item(false)));
        if (taken) {
            worklist.nudge();
        }
        return taken;
    }

    /** The incident's row is locked before the storm's, always. */
    private Uni<Void> intake(
            Mutiny.Session session,
            Origin origin,
            Optional<UUID> storm,
            BiFunction<Told, Storm, Intake> decide) {
        return lockedRow(session, origin.group(), StateJson.write(Told.NOTHING, Told.class))
                .chain(
                        told ->
                                lockedStorm(session, storm)
                                        .chain(held -> intake(session, told, held, decide)));
    }

    private Uni<Void> intake(
            Mutiny.Session session,
            ToldRow told,
            @Nullable ToldRow held,
            BiFunction<Told, Storm, Intake> decide) {
        Storm storm = held == null ? Storm.NONE : StateJson.read(held.state, Storm.class);
        Intake intake = decide.apply(StateJson.read(told.state, Told.class), storm);
        set(told, StateJson.write(intake.told(), Told.class));
        if (held != null) {
            set(held, StateJson.write(intake.storm(), Storm.class));
        }
        return addAll(session, intake.deliveries());
    }

    private void set(ToldRow row, String state) {
        row.state = state;
        row.updatedAt = clock.instant();
    }

    private Uni<@Nullable ToldRow> lockedStorm(Mutiny.Session session, Optional<UUID> storm) {
        return storm.map(id -> lockedRow(session, id, StateJson.write(Storm.NONE, Storm.class)))
                .orElseGet(() -> Uni.createFrom().nullItem());
    }

    /**
     * Events of one incident come on several topics at the same time, those of a storm from many
     * incidents: the row orders them.
     */
    private Uni<ToldRow> lockedRow(Mutiny.Session session, UUID group, String none) {
        return session.createNativeQuery(
                        "INSERT INTO told (group_id, state, updated_at) VALUES (:id, :state, :now)"
                                + " ON CONFLICT DO NOTHING")
                .setParameter("id", group)
                .setParameter("state", none)
                .setParameter("now", clock.instant())
                .executeUpdate()
                .chain(() -> session.find(ToldRow.class, group, LockModeType.PESSIMISTIC_WRITE));
    }

    private Uni<Void> addAll(Mutiny.Session session, List<Delivery> deliveries) {
        return Transactions.inOrder(deliveries, delivery -> add(session, delivery));
    }

    private Uni<Void> add(Mutiny.Session session, Delivery delivery) {
        return session.find(DeliveryRow.class, delivery.id(), LockModeType.PESSIMISTIC_WRITE)
                .chain(
                        known -> {
                            if (known == null) {
                                return session.persist(DeliveryRows.row(delivery))
                                        .chain(() -> due(session, delivery));
                            }
                            if (DeliveryRows.delivery(known).untried()) {
                                DeliveryRows.setMessage(known, delivery.message());
                            }
                            return Uni.createFrom().voidItem();
                        });
    }

    private Uni<Void> due(Mutiny.Session session, Delivery delivery) {
        return worklist.schedule(
                session,
                queueOf(delivery.recipient().route()),
                delivery.id().toString(),
                delivery.createdAt());
    }

    @Override
    public Optional<Delivery> find(UUID id) {
        return transactions.run(
                session ->
                        session.find(DeliveryRow.class, id)
                                .map(row -> Optional.ofNullable(row).map(DeliveryRows::delivery)));
    }

    @Override
    public Optional<Delivery.Step> settle(UUID id, Function<Delivery, Delivery.Step> decide) {
        return transactions.run(
                session ->
                        session.find(DeliveryRow.class, id, LockModeType.PESSIMISTIC_WRITE)
                                .chain(
                                        row ->
                                                row == null
                                                                || row.state
                                                                        != DeliveryRow.State.PENDING
                                                        ? Uni.createFrom()
                                                                .item(
                                                                        Optional
                                                                                .<Delivery.Step>
                                                                                        empty())
                                                        : step(session, row, decide)));
    }

    private Uni<Optional<Delivery.Step>> step(
            Mutiny.Session session, DeliveryRow row, Function<Delivery, Delivery.Step> decide) {
        Delivery.Step step = decide.apply(DeliveryRows.delivery(row));
        DeliveryRows.setState(row, step.delivery().state());
        return events.of(step.delivery())
                .map(event -> outbox.append(session, event))
                .orElseGet(() -> Uni.createFrom().voidItem())
                .replaceWith(Optional.of(step));
    }

    @Override
    public List<UUID> pendingOutside(Set<String> routes) {
        return transactions.run(
                session ->
                        session.createQuery(PENDING_OUTSIDE, UUID.class)
                                .setParameter(
                                        "routes", routes.isEmpty() ? Set.of(NO_ROUTE) : routes)
                                .getResultList());
    }

    @Override
    public void forget(Instant before) {
        transactions.run(
                session ->
                        session.createMutationQuery(FORGET_DELIVERIES)
                                .setParameter("before", before)
                                .executeUpdate()
                                .chain(
                                        () ->
                                                session.createMutationQuery(FORGET_TOLD)
                                                        .setParameter("before", before)
                                                        .executeUpdate()));
    }
}
