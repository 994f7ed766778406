package io.medevac.detector.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.messaging.Transactions;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Signs of life on PostgreSQL. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@TestProfile(WithoutRunner.class)
class PostgresReplicasIT {
    private final String self = UUID.randomUUID().toString();
    private final String other = UUID.randomUUID().toString();

    @Inject PostgresReplicas replicas;
    @Inject Transactions transactions;

    @Test
    void whoSaidSoLatelyIsAlive() {
        replicas.alive(other);

        assertThat(replicas.alive(self)).contains(self, other);

        replicas.leave(other);
        assertThat(replicas.alive(self)).contains(self).doesNotContain(other);
    }

    @Test
    void whoIsSilentForTwentySecondsIsDead() {
        replicas.alive(other);
        int aged =
                transactions.run(
                        session ->
                                session.createNativeQuery(
                                                "UPDATE replica SET seen_at = now() - interval '21"
                                                        + " seconds' WHERE id = :id")
                                        .setParameter("id", other)
                                        .executeUpdate());

        assertThat(aged).isEqualTo(1);
        assertThat(replicas.alive(self)).contains(self).doesNotContain(other);
    }
}
