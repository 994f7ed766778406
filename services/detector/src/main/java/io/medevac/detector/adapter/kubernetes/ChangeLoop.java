package io.medevac.detector.adapter.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Threads that work on changes. Work that fails is done again after a pause, for as long as it
 * takes; the first failure in a row is logged.
 */
final class ChangeLoop<V> {
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final LatestChanges<V> changes = new LatestChanges<>();
    private final List<Thread> threads = new ArrayList<>();
    private final String name;
    private final int most;
    private final Consumer<Map<String, V>> work;
    private final Logger log;
    private volatile boolean failing;

    /**
     * @param name of the threads, and of the work in the log
     * @param most changes worked on at once
     * @param work may be done more than once for the same changes
     * @param log of the owner
     */
    ChangeLoop(String name, int most, Consumer<Map<String, V>> work, Logger log) {
        this.name = name;
        this.most = most;
        this.work = work;
        this.log = log;
    }

    LatestChanges<V> changes() {
        return changes;
    }

    /** Starts so many threads. */
    void start(int count) {
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofPlatform().name(name + "-" + i).daemon().start(this::run));
        }
    }

    /** Ends them. */
    void stop() {
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join(STOP_WITHIN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Map<String, V> taken = changes.take(most, LOOK);
                if (!taken.isEmpty() && !worked(taken)) {
                    LatestChanges.pause(PAUSE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean worked(Map<String, V> taken) {
        try {
            work.accept(taken);
            changes.done(taken);
            failing = false;
            return true;
        } catch (RuntimeException e) {
            if (!failing && !Thread.currentThread().isInterrupted()) {
                log.warnf("%s: trying again until it works: %s", name, e);
            }
            failing = true;
            changes.putBack(taken);
            return false;
        }
    }
}
