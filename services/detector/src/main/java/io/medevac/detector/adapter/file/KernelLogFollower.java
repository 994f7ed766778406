package io.medevac.detector.adapter.file;

import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.DetectionStore;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Follows the kernel logs of all nodes that the configured pattern finds, new ones too. The file
 * system tells of changes at once; a regular look finds what it does not tell.
 */
@ApplicationScoped
public class KernelLogFollower {
    private static final Logger LOG = Logger.getLogger(KernelLogFollower.class);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final DetectionStore store;
    private final TakeInKernelLog takeIn;
    private final FileCounters counters;
    private final InstantSource clock;
    private final Duration poll;
    private final Duration checkpointEvery;
    private final int readers;
    private final Optional<FilePattern> pattern;
    private final Map<Path, FileTask> tasks = new ConcurrentHashMap<>();
    private volatile @Nullable String rootFailure;
    private volatile boolean stopped;
    private @Nullable Thread loop;
    private @Nullable ExecutorService executor;

    KernelLogFollower(
            DetectorConfig config,
            DetectionStore store,
            TakeInKernelLog takeIn,
            FileCounters counters,
            InstantSource clock) {
        this.store = store;
        this.takeIn = takeIn;
        this.counters = counters;
        this.clock = clock;
        this.poll = config.kernelLog().pollInterval();
        this.checkpointEvery = config.kernelLog().checkpointInterval();
        this.readers = config.kernelLog().readers();
        this.pattern = config.kernelLog().files().map(FilePattern::of);
    }

    void onStart(@Observes StartupEvent event) {
        start();
    }

    void onStop(@Observes ShutdownEvent event) {
        stop();
    }

    /** Starts to follow, when a pattern is configured. */
    synchronized void start() {
        pattern.ifPresent(
                files -> {
                    executor =
                            Executors.newFixedThreadPool(
                                    readers,
                                    Thread.ofPlatform().name("kernel-log-", 0).daemon().factory());
                    loop = Thread.ofPlatform().name("kernel-logs").daemon().start(() -> run(files));
                });
    }

    /** Stops; what was read and not stored is read again at the next start. */
    synchronized void stop() {
        stopped = true;
        Thread running = loop;
        ExecutorService pool = executor;
        if (running == null || pool == null) {
            return;
        }
        running.interrupt();
        try {
            running.join(STOP_WITHIN);
            pool.shutdown();
            if (!pool.awaitTermination(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("stopping while a kernel log is being taken in");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tasks.values().forEach(task -> task.file().close());
    }

    /** Why no file can be found; empty when they can. */
    Optional<String> rootFailure() {
        return Optional.ofNullable(rootFailure);
    }

    /** The files that are followed. */
    Collection<FileTask> tasks() {
        return tasks.values();
    }

    /** Bytes that are written and not taken in, of all files. */
    public long lag() {
        return tasks.values().stream().mapToLong(task -> task.file().lag()).sum();
    }

    /** Files that are followed. */
    public int files() {
        return tasks.size();
    }

    /** Files that cannot be taken in at the moment. */
    public int failing() {
        return (int) tasks.values().stream().filter(task -> task.failure().isPresent()).count();
    }

    private void run(FilePattern files) {
        try (DirectoryWatch watch = new DirectoryWatch(files.root())) {
            long nextLook = System.nanoTime();
            while (!stopped) {
                if (System.nanoTime() - nextLook >= 0) {
                    look(files, watch);
                    nextLook = System.nanoTime() + poll.toNanos();
                }
                Set<Path> changed = watch.await(poll);
                if (changed.contains(files.root())) {
                    find(files, watch);
                }
                tasks.forEach(
                        (file, task) -> {
                            if (changed.contains(file.getParent())) {
                                dispatch(task);
                            }
                        });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            rootFailure = "cannot watch files: " + e;
            LOG.errorf(e, "MEDEVAC-FOLLOW cannot watch files");
        }
    }

    private void look(FilePattern files, DirectoryWatch watch) {
        find(files, watch);
        tasks.values().forEach(this::dispatch);
    }

    private void find(FilePattern files, DirectoryWatch watch) {
        try {
            watch.add(files.root());
            files.files()
                    .forEach(
                            (node, file) -> {
                                watch.add(file.getParent());
                                tasks.computeIfAbsent(file, path -> task(node, path));
                            });
            rootFailure = null;
            retireGone();
        } catch (IOException e) {
            if (rootFailure == null) {
                LOG.warnf("no kernel logs: %s", e);
            }
            rootFailure = "cannot list " + files.root() + ": " + e.getClass().getSimpleName();
        }
    }

    /** Lets go of the files of nodes whose folder was removed. */
    private void retireGone() {
        tasks.values()
                .removeIf(
                        task -> {
                            boolean gone = Files.notExists(task.file().path().getParent());
                            if (gone) {
                                task.retire();
                                dispatch(task);
                            }
                            return gone;
                        });
    }

    private FileTask task(String node, Path path) {
        return new FileTask(
                new FollowedFile(node, path, store, takeIn, counters, clock, checkpointEvery),
                clock);
    }

    private void dispatch(FileTask task) {
        ExecutorService pool = executor;
        if (pool != null && !stopped && task.ask()) {
            pool.execute(task::run);
        }
    }
}
