package io.medevac.remediator.adapter.postgres;

import io.medevac.remediator.contract.CommandStoreContract;
import io.medevac.remediator.port.CommandStore;
import io.medevac.remediator.port.IncidentStore;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.quarkus.vertx.VertxContextSupport;
import jakarta.inject.Inject;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny;

/** The stores on PostgreSQL, in the service as it runs. */
@QuarkusTest
@WithTestResource(RealParts.class)
@TestProfile(WithoutRunner.class)
class PostgresIncidentStoreIT extends CommandStoreContract {
    private static final String TAKE =
            "UPDATE work_item SET due_at = 'infinity' WHERE key = :key AND due_at < 'infinity'";

    @Inject PostgresIncidentStore store;
    @Inject PostgresCommandStore commands;
    @Inject Mutiny.SessionFactory sessions;

    @Override
    protected CommandStore commands() {
        return commands;
    }

    @Override
    protected IncidentStore store() {
        return store;
    }

    @Override
    protected boolean due(UUID id) {
        try {
            return VertxContextSupport.subscribeAndAwait(
                            () ->
                                    sessions.withTransaction(
                                            session ->
                                                    session.createNativeQuery(TAKE)
                                                            .setParameter("key", id.toString())
                                                            .executeUpdate()))
                    > 0;
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
