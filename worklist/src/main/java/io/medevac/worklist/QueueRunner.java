package io.medevac.worklist;

import io.medevac.worklist.WorkItems.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Claims the due keys of one queue and runs the handler for each on a virtual thread. Keys under
 * work are held by a short lease that is renewed while the handler may run, so that those of a
 * process that died are taken over within seconds, however long a handler may take.
 */
final class QueueRunner {
    private static final Logger LOG = Logger.getLogger(QueueRunner.class);
    private static final Duration POLL = Duration.ofMillis(200);

    /** After a failed claim (database away) the next one waits longer. */
    private static final Duration POLL_AFTER_FAILURE = Duration.ofSeconds(1);

    private final WorkItems items;
    private final InstantSource clock;
    private final String queue;
    private final Duration longest;
    private final Lease lease;
    private final int concurrency;
    private final WorkHandler handler;
    private final UUID owner = UUID.randomUUID();
    private final Semaphore slots;
    private final Semaphore wake = new Semaphore(0);
    private final Map<String, Instant> running = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopped;

    QueueRunner(
            WorkItems items,
            InstantSource clock,
            String queue,
            Duration longest,
            Lease lease,
            int concurrency,
            WorkHandler handler) {
        this.items = items;
        this.clock = clock;
        this.queue = queue;
        this.longest = longest;
        this.lease = lease;
        this.concurrency = concurrency;
        this.handler = handler;
        this.slots = new Semaphore(concurrency);
    }

    void start() {
        Thread.ofVirtual().name("worklist-" + queue).start(this::loop);
        Thread.ofVirtual().name("worklist-lease-" + queue).start(this::holdOn);
    }

    void nudge() {
        wake.release();
    }

    void stop() {
        stopped = true;
        wake.release();
    }

    /** Waits until no handler runs any more; those still running keep their lease until it ends. */
    void awaitEnd(Duration atMost) {
        try {
            if (!slots.tryAcquire(concurrency, atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warnf("stopping while work is under way: queue=%s", queue);
            }
            ended.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void loop() {
        Duration pause = POLL;
        while (!stopped) {
            try {
                if (wake.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    wake.drainPermits();
                }
                pause = claimAndRun() ? Duration.ZERO : POLL;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                LOG.warnf("cannot claim work: queue=%s reason=%s", queue, e.getMessage());
                pause = POLL_AFTER_FAILURE;
            }
        }
    }

    /** A handler that takes longer than it may is no longer vouched for. */
    private void holdOn() {
        try {
            while (!ended.await(lease.renewal().toMillis(), TimeUnit.MILLISECONDS)) {
                Instant now = clock.instant();
                List<String> keys =
                        running.entrySet().stream()
                                .filter(each -> each.getValue().isAfter(now))
                                .map(Map.Entry::getKey)
                                .toList();
                renew(keys);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void renew(List<String> keys) {
        try {
            if (!keys.isEmpty()) {
                items.renew(queue, owner, lease.length(), keys);
            }
        } catch (RuntimeException e) {
            LOG.warnf("cannot renew leases: queue=%s reason=%s", queue, e.getMessage());
        }
    }

    /** Whether there may be more to claim at once. */
    private boolean claimAndRun() throws InterruptedException {
        slots.acquire();
        int free = 1 + slots.drainPermits();
        List<Claim> claims = List.of();
        try {
            claims = stopped ? List.of() : items.claim(queue, owner, lease.length(), free);
        } finally {
            slots.release(free - claims.size());
        }
        for (Claim claim : claims) {
            running.put(claim.key(), clock.instant().plus(longest));
            Thread.ofVirtual().name(queue + "-" + claim.key()).start(() -> run(claim));
        }
        return claims.size() == free;
    }

    private void run(Claim claim) {
        try {
            settle(claim);
        } catch (RuntimeException e) {
            LOG.warnf(
                    "work not settled, its lease runs out first: queue=%s key=%s reason=%s",
                    queue, claim.key(), e.getMessage());
        } finally {
            running.remove(claim.key());
            MDC.clear();
            slots.release();
            wake.release();
        }
    }

    private void settle(Claim claim) {
        Optional<Instant> next;
        try {
            next = handler.run(claim.key());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (Exception e) {
            failed(claim, e);
            return;
        }
        if (next.isPresent()) {
            items.release(queue, claim.key(), owner, next.get(), 0);
        } else {
            items.finish(queue, claim, owner);
        }
    }

    private void failed(Claim claim, Exception failure) {
        int failures = claim.failures() + 1;
        Duration delay = BackOff.after(failures);
        LOG.warnf(
                "work failed, trying again in %d ms: queue=%s key=%s failures=%d reason=%s",
                delay.toMillis(), queue, claim.key(), failures, failure);
        LOG.debug("failure of the work", failure);
        items.release(queue, claim.key(), owner, clock.instant().plus(delay), failures);
    }
}
