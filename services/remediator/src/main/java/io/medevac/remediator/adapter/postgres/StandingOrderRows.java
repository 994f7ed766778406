package io.medevac.remediator.adapter.postgres;

import com.google.errorprone.annotations.CheckReturnValue;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * The orders that stand, and the lock that keeps a command and a decision apart: decisions share
 * it, a command has it alone. It is taken before every other lock.
 */
@CheckReturnValue
final class StandingOrderRows {
    private static final String SHARE =
            "SELECT CAST(pg_advisory_xact_lock_shared(hashtextextended('standing orders', 0)) AS"
                    + " text)";
    private static final String LOCK =
            "SELECT CAST(pg_advisory_xact_lock(hashtextextended('standing orders', 0)) AS text)";
    private static final String ALL = "from StandingOrderEntity order by scope";
    private static final String LIFT = "delete from StandingOrderEntity where scope = :scope";

    private StandingOrderRows() {}

    /** No order changes until the end of the transaction. */
    static Uni<Void> share(Mutiny.Session session) {
        return session.createNativeQuery(SHARE, String.class).getSingleResult().replaceWithVoid();
    }

    /** No decision is made until the end of the transaction. */
    static Uni<Void> lock(Mutiny.Session session) {
        return session.createNativeQuery(LOCK, String.class).getSingleResult().replaceWithVoid();
    }

    static Uni<StandingOrders> all(Mutiny.Session session) {
        return session.createQuery(ALL, StandingOrderEntity.class)
                .setReadOnly(true)
                .getResultList()
                .map(StandingOrderRows::orders);
    }

    static Uni<Void> give(Mutiny.Session session, String scope, Order order) {
        return session.persist(new StandingOrderEntity(scope, order)).chain(session::flush);
    }

    static Uni<Void> lift(Mutiny.Session session, String scope) {
        return session.createMutationQuery(LIFT)
                .setParameter("scope", scope)
                .executeUpdate()
                .replaceWithVoid();
    }

    private static StandingOrders orders(List<StandingOrderEntity> rows) {
        Map<String, Order> holds = new HashMap<>();
        rows.forEach(row -> holds.put(row.scope, row.order()));
        Order pause = holds.remove(StandingOrders.WHOLE_CLUSTER);
        return new StandingOrders(pause, holds);
    }
}
