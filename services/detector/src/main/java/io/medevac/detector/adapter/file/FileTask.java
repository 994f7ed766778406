package io.medevac.detector.adapter.file;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file, by one thread at a time: a change that comes during the reading is not lost. A
 * file or a store that fails is tried again with back-off, for as long as the service runs.
 */
final class FileTask {
    private static final Logger LOG = Logger.getLogger(FileTask.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration MAX_DELAY = Duration.ofSeconds(5);

    private final FollowedFile file;
    private final InstantSource clock;
    private final AtomicInteger asked = new AtomicInteger();
    private Duration delay = FIRST_DELAY;
    private volatile Instant notBefore = Instant.MIN;
    private volatile @Nullable String failure;
    private volatile boolean retired;

    FileTask(FollowedFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    FollowedFile file() {
        return file;
    }

    /** Why the last reading failed; empty when it did not. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Whether the caller must have {@link #run} executed; otherwise a run is under way or too
     * early.
     */
    boolean ask() {
        return !clock.instant().isBefore(notBefore) && asked.getAndIncrement() == 0;
    }

    /** The node is gone for good: the next run closes the file, for nobody will write to it. */
    void retire() {
        retired = true;
    }

    /** Reads until nobody asked meanwhile. */
    void run() {
        int seen;
        do {
            seen = asked.get();
            readOnce();
        } while (!asked.compareAndSet(seen, 0) && again());
    }

    /** A failed file waits for its time, however often it changes. */
    private boolean again() {
        if (failure == null) {
            return true;
        }
        asked.set(0);
        return false;
    }

    private void readOnce() {
        if (retired) {
            file.close();
            return;
        }
        try {
            file.read();
            if (failure != null) {
                LOG.infof("reading again: node=%s file=%s", file.node(), file.path());
            }
            failure = null;
            delay = FIRST_DELAY;
            notBefore = Instant.MIN;
        } catch (IOException | RuntimeException e) {
            if (failure == null) {
                LOG.warnf(
                        "cannot take in the kernel log, trying again: node=%s file=%s reason=%s",
                        file.node(), file.path(), e);
            }
            LOG.debug("failure of the kernel log", e);
            failure = String.valueOf(e.getMessage());
            notBefore = clock.instant().plus(delay);
            Duration twice = delay.multipliedBy(2);
            delay = twice.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : twice;
        }
    }
}
