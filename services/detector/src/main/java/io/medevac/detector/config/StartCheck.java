package io.medevac.detector.config;

import io.medevac.detector.adapter.file.FilePattern;
import io.medevac.detector.adapter.kmsg.KmsgDevice;
import io.medevac.detector.config.DetectorConfig.Http;
import io.medevac.detector.config.DetectorConfig.KernelLog;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** A wrong value stops the start with one line that names it. */
@ApplicationScoped
class StartCheck {
    private static final int FIRST = 1;
    private static final long MIN_BODY = 1024;
    private static final long MAX_BODY = 64L * 1024 * 1024;
    private static final int MAX_CONCURRENCY = 256;
    private static final Duration MIN_POLL = Duration.ofMillis(10);
    private static final Duration MIN_BLIND = Duration.ofSeconds(1);

    /** Before anything is read. */
    void onStart(@Observes @Priority(FIRST) StartupEvent event, DetectorConfig config) {
        try {
            check(config);
        } catch (IllegalArgumentException e) {
            // Quarkus prints this one as a line, without a stack trace.
            throw new ConfigurationException(e.getMessage());
        }
    }

    /**
     * Checks what types cannot.
     *
     * @throws IllegalArgumentException with the key, what is allowed, and what it is
     */
    static void check(DetectorConfig config) {
        KernelLog log = config.kernelLog();
        positive("boot-timeout", config.bootTimeout());
        positive("kernel-log.checkpoint-interval", log.checkpointInterval());
        if (config.conditions().settleTime().isNegative()) {
            throw wrong("conditions.settle-time", "0 or more", config.conditions().settleTime());
        }
        if (log.pollInterval().compareTo(MIN_POLL) < 0) {
            throw wrong("kernel-log.poll-interval", "10 ms or more", log.pollInterval());
        }
        if (log.readers() < 1) {
            throw wrong("kernel-log.readers", "1 or more", log.readers());
        }
        if (log.blindAfter().filter(after -> after.compareTo(MIN_BLIND) < 0).isPresent()) {
            throw wrong("kernel-log.blind-after", "1 s or more", log.blindAfter().get());
        }
        log.files().ifPresent(FilePattern::of);
        KmsgDevice.of(log);
        check(config.http());
    }

    private static void check(Http http) {
        long limit = http.maxBody().asLongValue();
        if (limit < MIN_BODY || limit > MAX_BODY) {
            throw wrong("http.max-body", "1K to 64M", limit);
        }
        if (http.bodyTimeout().toMillis() < 1) {
            throw wrong("http.body-timeout", "1 ms or more", http.bodyTimeout());
        }
        if (http.concurrency() < 1 || http.concurrency() > MAX_CONCURRENCY) {
            throw wrong("http.concurrency", "1 to 256", http.concurrency());
        }
    }

    private static void positive(String key, Duration value) {
        if (!value.isPositive()) {
            throw wrong(key, "more than 0", value);
        }
    }

    private static IllegalArgumentException wrong(String key, String allowed, Object value) {
        return new IllegalArgumentException(
                "medevac.detector." + key + ": must be " + allowed + ", is: " + value);
    }
}
