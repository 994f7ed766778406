package io.medevac.slurmbridge.adapter.progress;

import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.slurmbridge.config.SlurmBridgeConfig;
import io.medevac.slurmbridge.port.ProgressProbe;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * Reads progress files on threads of its own, few and each given up after a deadline: a read from a
 * dead network file system never returns, and must hold up nothing else.
 */
@ApplicationScoped
class FileProgressProbe implements ProgressProbe {
    private static final Logger LOG = Logger.getLogger(FileProgressProbe.class);
    private static final int MAX_READERS = 4;
    private static final long IDLE_SECONDS = 30;

    private final Optional<ProgressFile> file;
    private final Duration timeout;
    private final ThreadPoolExecutor readers =
            new ThreadPoolExecutor(
                    0,
                    MAX_READERS,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().daemon().name("progress-", 0).factory());

    FileProgressProbe(SlurmBridgeConfig config) {
        this.file = config.progress().file().map(ProgressFile::new);
        this.timeout = config.progress().readTimeout();
    }

    @PreDestroy
    void stop() {
        readers.shutdownNow();
    }

    @Override
    public Optional<Progress> read(SlurmJob job) {
        return file.flatMap(known -> read(known, job));
    }

    private Optional<Progress> read(ProgressFile known, SlurmJob job) {
        Future<Progress> read;
        try {
            read = readers.submit(() -> known.read(job));
        } catch (RejectedExecutionException e) {
            LOG.warnf("every reader of progress files hangs: job=%d", job.id());
            return Optional.empty();
        }
        try {
            return Optional.of(read.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            LOG.warnf("progress file not read in time: job=%d", job.id());
        } catch (ExecutionException | CancellationException e) {
            if (!(e.getCause() instanceof IOException)) {
                LOG.warnf("progress file not read: job=%d reason=%s", job.id(), e.getCause());
            } else {
                LOG.debugf("no progress: job=%d reason=%s", job.id(), e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        read.cancel(true);
        return Optional.empty();
    }
}
