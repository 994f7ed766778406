package io.medevac.detector.adapter.kmsg;

import io.medevac.detector.adapter.file.FileCounters;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.NodeDirectory;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Follows the kernel's buffer of this machine. One thread reads it, since a read waits for the next
 * record; another takes in what has come meanwhile. While the store is away the buffer waits; what
 * the kernel overwrites then is counted. Whatever fails is tried again for as long as the service
 * runs.
 */
@ApplicationScoped
public class KmsgFollower {
    private static final Logger LOG = Logger.getLogger(KmsgFollower.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration MAX_DELAY = Duration.ofSeconds(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);
    private static final int WAITING = 4096;
    private static final int BATCH = 512;

    private final Optional<KernelBuffer> buffer;
    private final String node;
    private final DetectionStore store;
    private final TakeInKernelLog takeIn;
    private final NodeDirectory nodes;
    private final FileCounters counters;
    private final InstantSource clock;
    private final Duration bootTimeout;
    private final Duration checkpointEvery;
    private final BlockingQueue<KmsgRecord> queue = new ArrayBlockingQueue<>(WAITING);
    private final Trouble reading = new Trouble("cannot read the kernel's buffer");
    private final Trouble taking = new Trouble("cannot take in the kernel's buffer");
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile KernelBuffer.@Nullable Records open;
    private volatile @Nullable Thread reader;
    private @Nullable Thread taker;

    @Inject
    KmsgFollower(
            DetectorConfig config,
            DetectionStore store,
            TakeInKernelLog takeIn,
            NodeDirectory nodes,
            FileCounters counters,
            InstantSource clock) {
        this(
                KmsgDevice.of(config.kernelLog()).map(DevKmsg::new),
                config.kernelLog().node().orElse(""),
                store,
                takeIn,
                nodes,
                counters,
                clock,
                config.bootTimeout(),
                config.kernelLog().checkpointInterval());
    }

    KmsgFollower(
            Optional<KernelBuffer> buffer,
            String node,
            DetectionStore store,
            TakeInKernelLog takeIn,
            NodeDirectory nodes,
            FileCounters counters,
            InstantSource clock,
            Duration bootTimeout,
            Duration checkpointEvery) {
        this.buffer = buffer;
        this.node = node;
        this.store = store;
        this.takeIn = takeIn;
        this.nodes = nodes;
        this.counters = counters;
        this.clock = clock;
        this.bootTimeout = bootTimeout;
        this.checkpointEvery = checkpointEvery;
    }

    void onStart(@Observes StartupEvent event) {
        start();
    }

    void onStop(@Observes ShutdownEvent event) {
        stop();
    }

    /** Starts to follow, when a device is configured. */
    synchronized void start() {
        buffer.ifPresent(
                ring ->
                        taker =
                                Thread.ofPlatform()
                                        .name("kmsg")
                                        .daemon()
                                        .start(() -> follow(ring)));
    }

    /** Stops; what was read and not stored is read again at the next start. */
    synchronized void stop() {
        stopping.countDown();
        close(open);
        for (Thread thread : new @Nullable Thread[] {reader, taker}) {
            if (thread != null) {
                thread.interrupt();
                try {
                    thread.join(STOP_WITHIN);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Whether a device is followed. */
    boolean follows() {
        return buffer.isPresent();
    }

    /** Why nothing is taken in at the moment; empty when it is. */
    Optional<String> failure() {
        return taking.reason().or(reading::reason);
    }

    private void follow(KernelBuffer ring) {
        try {
            KmsgIntake intake = trying(() -> begin(ring));
            while (!intake.ready() && !pause(LOOK_AGAIN)) {
                LOG.debugf("waiting for Kubernetes to show this boot: node=%s", node);
            }
            reader =
                    Thread.ofPlatform()
                            .name("kmsg-reader")
                            .daemon()
                            .start(() -> read(ring, intake.next()));
            takeAll(ring, intake);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private KmsgIntake begin(KernelBuffer ring) throws IOException {
        KmsgIntake intake =
                new KmsgIntake(
                        node, ring.bootId(), store, takeIn, nodes, counters, clock, bootTimeout);
        intake.resume();
        LOG.infof("following the kernel's buffer: node=%s from=%d", node, intake.next());
        return intake;
    }

    private void takeAll(KernelBuffer ring, KmsgIntake intake) throws InterruptedException {
        Instant checkpointAt = clock.instant().plus(checkpointEvery);
        while (stopping.getCount() > 0) {
            KmsgRecord first = queue.poll(checkpointEvery.toMillis(), TimeUnit.MILLISECONDS);
            if (first != null) {
                List<KmsgRecord> batch = new ArrayList<>(List.of(first));
                queue.drainTo(batch, BATCH);
                trying(
                        () -> {
                            intake.take(batch, ring.uptime());
                            return intake;
                        });
            }
            if (first == null || !clock.instant().isBefore(checkpointAt)) {
                trying(
                        () -> {
                            intake.checkpoint();
                            return intake;
                        });
                checkpointAt = clock.instant().plus(checkpointEvery);
            }
        }
    }

    /** Reads on and on; a ring that was overrun is opened again, and begins behind what is lost. */
    private void read(KernelBuffer ring, long from) {
        long next = from;
        try {
            Duration delay = FIRST_DELAY;
            do {
                try (KernelBuffer.Records records = ring.open()) {
                    open = records;
                    while (stopping.getCount() > 0) {
                        for (KmsgRecord record : records.next()) {
                            if (record.sequence() >= next) {
                                queue.put(record);
                                next = record.sequence() + 1;
                                delay = FIRST_DELAY;
                            }
                        }
                        reading.over();
                    }
                } catch (IOException | RuntimeException e) {
                    reading.is(e);
                }
                delay = longer(delay);
            } while (!pause(delay));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tries until it works. */
    private <T> T trying(Callable<T> work) throws InterruptedException {
        Duration delay = FIRST_DELAY;
        while (true) {
            try {
                T done = work.call();
                taking.over();
                return done;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                taking.is(e);
            }
            if (pause(delay)) {
                throw new InterruptedException("stopping");
            }
            delay = longer(delay);
        }
    }

    /** Whether the service stops. */
    private boolean pause(Duration delay) throws InterruptedException {
        return stopping.await(delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Duration longer(Duration delay) {
        Duration twice = delay.multipliedBy(2);
        return twice.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : twice;
    }

    private static void close(KernelBuffer.@Nullable Records records) {
        if (records != null) {
            try {
                records.close();
            } catch (IOException e) {
                LOG.debug("cannot close the kernel's buffer", e);
            }
        }
    }

    /** What one of the two threads cannot do at the moment; told once. */
    private final class Trouble {
        private final String what;
        private volatile @Nullable String reason;

        Trouble(String what) {
            this.what = what;
        }

        Optional<String> reason() {
            return Optional.ofNullable(reason);
        }

        void over() {
            reason = null;
        }

        void is(Exception e) {
            if (stopping.getCount() == 0) {
                return;
            }
            if (reason == null) {
                LOG.warnf("%s, trying again: node=%s reason=%s", what, node, e);
            }
            LOG.debug(what, e);
            reason = what + ": " + e.getMessage();
        }
    }
}
