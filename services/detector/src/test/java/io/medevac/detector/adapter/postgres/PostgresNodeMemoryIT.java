package io.medevac.detector.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.contract.NodeMemoryContract;
import io.medevac.detector.port.NodeMemory;
import io.medevac.messaging.ProcessedEvents;
import io.medevac.messaging.Transactions;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The memory in PostgreSQL, in the service as it runs. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@TestProfile(WithoutRunner.class)
class PostgresNodeMemoryIT extends NodeMemoryContract {
    @Inject PostgresNodeMemory memory;
    @Inject ProcessedEvents processed;
    @Inject Transactions transactions;

    @Override
    protected NodeMemory memory() {
        return memory;
    }

    @Test
    void whatIsRenewedOutlivesWhatIsNot() {
        UUID standing = UUID.randomUUID();
        UUID gone = UUID.randomUUID();
        transactions.run(session -> processed.firstTimes(session, List.of(standing, gone)));
        transactions.run(
                session ->
                        session.createNativeQuery(
                                        "UPDATE processed_event SET processed_at = now() - interval"
                                                + " '40 days'")
                                .executeUpdate());

        memory.renew(Set.of(standing));

        assertThat(young(standing)).isTrue();
        assertThat(young(gone)).isFalse();
    }

    private boolean young(UUID event) {
        return transactions.run(
                session ->
                        session.createNativeQuery(
                                        "SELECT processed_at > now() - interval '1 day' FROM"
                                                + " processed_event WHERE event_id = :id",
                                        Boolean.class)
                                .setParameter("id", event)
                                .getSingleResult());
    }
}
