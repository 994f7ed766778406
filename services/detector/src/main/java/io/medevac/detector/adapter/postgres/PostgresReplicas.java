package io.medevac.detector.adapter.postgres;

import io.medevac.detector.port.Replicas;
import io.medevac.messaging.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;

/** The replicas by their signs of life in PostgreSQL; its clock counts. */
@ApplicationScoped
class PostgresReplicas implements Replicas {
    private static final String HERE =
            """
            INSERT INTO replica (id, seen_at) VALUES (:id, now())
            ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
            """;
    private static final String ALIVE =
            "SELECT id FROM replica WHERE seen_at > now() - interval '20 seconds'";
    private static final String LONG_DEAD =
            "DELETE FROM replica WHERE seen_at < now() - interval '1 hour'";
    private static final String LEAVE = "DELETE FROM replica WHERE id = :id";

    private final Transactions transactions;

    PostgresReplicas(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public Set<String> alive(String self) {
        return transactions.run(
                session ->
                        session.createNativeQuery(HERE)
                                .setParameter("id", self)
                                .executeUpdate()
                                .chain(() -> session.createNativeQuery(LONG_DEAD).executeUpdate())
                                .chain(
                                        () ->
                                                session.createNativeQuery(ALIVE, String.class)
                                                        .getResultList())
                                .map(Set::copyOf));
    }

    @Override
    public void leave(String self) {
        transactions.run(
                session ->
                        session.createNativeQuery(LEAVE)
                                .setParameter("id", self)
                                .executeUpdate()
                                .chain(() -> Uni.createFrom().voidItem()));
    }
}
