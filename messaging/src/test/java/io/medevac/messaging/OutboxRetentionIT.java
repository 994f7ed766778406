package io.medevac.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.testkit.RealParts;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.hibernate.reactive.mutiny.Mutiny;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(RealParts.class)
class OutboxRetentionIT {
    private static final int MANY = 1_000_000;

    @Inject OutboxRetention retention;
    @Inject Mutiny.SessionFactory sessions;

    private final Instant now = Instant.now();

    @BeforeEach
    void empty() {
        update("DELETE FROM outbox");
        update("DELETE FROM outbox_removed");
    }

    @Test
    void twoReplicasAtOnceRemoveEachOldRowOnceAndNoYoungOne() throws Exception {
        write(3000, Duration.ofMinutes(61));
        write(100, Duration.ofMinutes(59));

        long removed = 0;
        try (ExecutorService replicas = Executors.newFixedThreadPool(2)) {
            List<Future<Long>> both = new ArrayList<>();
            for (int replica = 0; replica < 2; replica++) {
                both.add(replicas.submit(() -> remove(MANY)));
            }
            for (Future<Long> replica : both) {
                removed += replica.get();
            }
        }

        assertThat(removed).isEqualTo(3000);
        assertThat(rows()).isEqualTo(100);
        assertThat(removedUntil())
                .isBetween(now.minus(Duration.ofMinutes(62)), now.minus(Duration.ofMinutes(60)));
    }

    @Test
    void tooManyRowsGoBeforeTheirTimeOldestFirst() {
        write(30, Duration.ofMinutes(20));
        write(50, Duration.ofMinutes(10));

        assertThat(remove(50)).isEqualTo(30);

        assertThat(rows()).isEqualTo(50);
        assertThat(removedUntil()).isBefore(now.minus(Duration.ofMinutes(19)));
    }

    @Test
    void nothingIsNotedWhenNothingIsRemoved() {
        write(10, Duration.ofMinutes(5));

        assertThat(remove(10)).isZero();

        assertThat(count("SELECT count(*) FROM outbox_removed")).isZero();
    }

    private long remove(int rows) {
        return await(() -> retention.remove(now.minus(Duration.ofHours(1)), rows));
    }

    private void write(int count, Duration age) {
        update(
                "INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, ce_source, ce_time,"
                        + " ce_subject, created_at) SELECT gen_random_uuid(), 'medevac.nodes.v1',"
                        + " 'test/old', 't', '', 's', 't', 'k', now() - interval '"
                        + age.toSeconds()
                        + " seconds' FROM generate_series(1, "
                        + count
                        + ")");
    }

    private long rows() {
        return count("SELECT count(*) FROM outbox");
    }

    private Instant removedUntil() {
        return await(
                () ->
                        sessions.withTransaction(
                                session ->
                                        session.createNativeQuery(
                                                        "SELECT until FROM outbox_removed",
                                                        Instant.class)
                                                .getSingleResult()));
    }

    private long count(String sql) {
        return await(
                () ->
                        sessions.withTransaction(
                                session ->
                                        session.createNativeQuery(sql, Long.class)
                                                .getSingleResult()));
    }

    private void update(String sql) {
        int changed =
                await(
                        () ->
                                sessions.withTransaction(
                                        session -> session.createNativeQuery(sql).executeUpdate()));
        assertThat(changed).isNotNegative();
    }

    private static <T> T await(Supplier<Uni<T>> work) {
        try {
            return VertxContextSupport.subscribeAndAwait(work);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
