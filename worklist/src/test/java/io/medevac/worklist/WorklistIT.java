package io.medevac.worklist;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.testkit.RealParts;
import io.medevac.worklist.WorkItems.Claim;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.hibernate.reactive.mutiny.Mutiny;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(RealParts.class)
class WorklistIT {
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Inject Worklist worklist;
    @Inject WorkItems items;
    @Inject Mutiny.SessionFactory sessions;

    private final String queue = "queue-" + UUID.randomUUID();
    private final UUID me = UUID.randomUUID();
    private final UUID other = UUID.randomUUID();

    @Test
    void aDueKeyIsClaimedByOneAndAKeyThatIsNotDueByNobody() {
        schedule("due", Instant.now());
        schedule("later", Instant.now().plusSeconds(60));

        List<Claim> mine = items.claim(queue, me, LEASE, 10);
        List<Claim> theirs = items.claim(queue, other, LEASE, 10);

        assertThat(mine).extracting(Claim::key).containsExactly("due");
        assertThat(theirs).isEmpty();
    }

    @Test
    void theKeyOfOneWhoDiedIsTakenOverWhenItsLeaseEnds() {
        schedule("a", Instant.now());
        items.claim(queue, me, Duration.ofMillis(200), 10);

        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(
                        () ->
                                assertThat(items.claim(queue, other, LEASE, 10))
                                        .extracting(Claim::key)
                                        .containsExactly("a"));
    }

    @Test
    void oneWhoseLeaseHasPassedToAnotherChangesNothing() {
        schedule("a", Instant.now());
        Claim old = items.claim(queue, me, Duration.ofMillis(1), 10).getFirst();
        Awaitility.await().until(() -> items.claim(queue, other, LEASE, 10).size() == 1);

        items.finish(queue, old, me);
        items.release(queue, "a", me, Instant.EPOCH, 0);

        assertThat(items.claim(queue, me, LEASE, 10)).isEmpty();
    }

    @Test
    void aSchedulingDuringTheWorkIsNotLost() {
        schedule("a", Instant.now());
        Claim claim = items.claim(queue, me, LEASE, 10).getFirst();

        schedule("a", Instant.now());
        items.finish(queue, claim, me);

        assertThat(items.claim(queue, other, LEASE, 10))
                .extracting(Claim::key)
                .containsExactly("a");
    }

    @Test
    void theEarlierDueTimeWins() {
        schedule("a", Instant.now());
        schedule("a", Instant.now().plusSeconds(60));

        assertThat(items.claim(queue, me, LEASE, 10)).hasSize(1);
    }

    @Test
    void aNudgeRunsTheHandlerAtOnceAndAnEmptyAnswerEndsTheItem() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        worklist.work(
                queue,
                LEASE,
                2,
                key -> {
                    ran.countDown();
                    return Optional.empty();
                });

        schedule("a", Instant.now());
        worklist.nudge();

        assertThat(ran.await(5, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        Awaitility.await().untilAsserted(() -> assertThat(count()).isZero());
    }

    @Test
    void aFailureIsTriedAgainAfterABackOff() {
        AtomicInteger runs = new AtomicInteger();
        worklist.work(
                queue,
                LEASE,
                1,
                key -> {
                    if (runs.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return Optional.empty();
                });

        schedule("a", Instant.now());

        Awaitility.await().untilAsserted(() -> assertThat(runs).hasValue(3));
        Awaitility.await().untilAsserted(() -> assertThat(count()).isZero());
    }

    @Test
    void twoReplicasNeverWorkOnOneKeyAtTheSameTime() {
        Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        Map<String, AtomicBoolean> busy = new ConcurrentHashMap<>();
        AtomicBoolean clash = new AtomicBoolean();
        WorkHandler handler =
                key -> {
                    if (!busy.computeIfAbsent(key, k -> new AtomicBoolean())
                            .compareAndSet(false, true)) {
                        clash.set(true);
                    }
                    int run = runs.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet();
                    busy.get(key).set(false);
                    return run < 5 ? Optional.of(Instant.now()) : Optional.empty();
                };
        for (int i = 0; i < 20; i++) {
            schedule("k" + i, Instant.now());
        }

        QueueRunner first = runner(Lease.DEFAULT, handler);
        QueueRunner second = runner(Lease.DEFAULT, handler);
        first.start();
        second.start();

        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(count()).isZero());
        first.stop();
        second.stop();
        assertThat(clash).isFalse();
        assertThat(runs.values()).extracting(AtomicInteger::get).containsOnly(5);
    }

    @Test
    void workThatTakesLongerThanALeaseStaysWithTheOneWhoDoesIt() {
        Lease brief = new Lease(Duration.ofMillis(500), Duration.ofMillis(100));
        AtomicInteger begun = new AtomicInteger();
        CountDownLatch finish = new CountDownLatch(1);
        WorkHandler handler =
                key -> {
                    begun.incrementAndGet();
                    finish.await();
                    return Optional.empty();
                };
        QueueRunner first = runner(brief, handler);
        QueueRunner second = runner(brief, handler);
        schedule("a", Instant.now());

        first.start();
        second.start();

        Awaitility.await().untilAsserted(() -> assertThat(begun).hasValue(1));
        Awaitility.await()
                .during(brief.length().multipliedBy(3))
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(begun).hasValue(1));
        finish.countDown();
        Awaitility.await().untilAsserted(() -> assertThat(count()).isZero());
        first.stop();
        second.stop();
    }

    private QueueRunner runner(Lease lease, WorkHandler handler) {
        return new QueueRunner(items, InstantSource.system(), queue, LEASE, lease, 4, handler);
    }

    private void schedule(String key, Instant due) {
        inTransaction(session -> worklist.schedule(session, queue, key, due));
    }

    private long count() {
        return inTransaction(
                session ->
                        session.createNativeQuery(
                                        "SELECT count(*) FROM work_item WHERE queue = :queue",
                                        Long.class)
                                .setParameter("queue", queue)
                                .getSingleResult());
    }

    private <T> T inTransaction(Function<Mutiny.Session, Uni<T>> work) {
        try {
            return VertxContextSupport.subscribeAndAwait(() -> sessions.withTransaction(work));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
