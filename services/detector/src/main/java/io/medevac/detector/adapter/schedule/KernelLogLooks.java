package io.medevac.detector.adapter.schedule;

import io.medevac.detector.application.WatchKernelLogs;
import io.medevac.domain.detection.LogSilence;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Looks for kernel logs that come no more, eight times in the time that they may be silent. */
@ApplicationScoped
class KernelLogLooks {
    private static final Logger LOG = Logger.getLogger(KernelLogLooks.class);
    private static final int LOOKS_PER_PATIENCE = 8;
    private static final Duration RAREST = Duration.ofMinutes(1);

    private final LogSilence silence;
    private final WatchKernelLogs watch;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
    private @Nullable ScheduledFuture<?> looking;

    KernelLogLooks(LogSilence silence, WatchKernelLogs watch) {
        this.silence = silence;
        this.watch = watch;
    }

    void onStart(@Observes StartupEvent event) {
        silence.patience().ifPresent(this::start);
    }

    private void start(Duration patience) {
        Duration often = patience.dividedBy(LOOKS_PER_PATIENCE);
        long millis = (often.compareTo(RAREST) < 0 ? often : RAREST).toMillis();
        looking = looks.scheduleWithFixedDelay(this::look, millis, millis, TimeUnit.MILLISECONDS);
    }

    void onStop(@Observes ShutdownEvent event) {
        ScheduledFuture<?> ending = looking;
        if (ending != null) {
            ending.cancel(true);
        }
        looks.shutdownNow();
    }

    private void look() {
        try {
            watch.look();
        } catch (RuntimeException e) {
            LOG.warnf("cannot look for silent kernel logs, trying on: %s", e.getMessage());
        }
    }
}
