package io.medevac.detector.config;

import io.medevac.detector.adapter.dcgm.DcgmTargets;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** A wrong value of the scraping stops the start with one line that names it. */
@ApplicationScoped
class DcgmCheck {
    private static final int FIRST = 1;
    private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
    private static final long LEAST_PAGE = 1024;
    private static final long LARGEST_PAGE = 64L * 1024 * 1024;
    private static final int HIGHEST_PORT = 65_535;

    /** Before anything is scraped. */
    void onStart(@Observes @Priority(FIRST) StartupEvent event, DcgmConfig config) {
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
    static void check(DcgmConfig config) {
        Duration interval = config.interval();
        demand(
                interval.compareTo(LEAST_INTERVAL) >= 0
                        && interval.compareTo(LONGEST_INTERVAL) <= 0,
                "interval",
                "1 s to 1 h",
                interval);
        demand(
                config.timeout().isPositive() && config.timeout().compareTo(interval) <= 0,
                "timeout",
                "more than 0 and the interval at most",
                config.timeout());
        demand(config.scrapesAtOnce() >= 2, "scrapes-at-once", "2 or more", config.scrapesAtOnce());
        long page = config.maxPage().asLongValue();
        demand(page >= LEAST_PAGE && page <= LARGEST_PAGE, "max-page", "1 KiB to 64 MiB", page);
        demand(
                config.blindAfter().compareTo(interval.multipliedBy(2)) >= 0,
                "blind-after",
                "the interval twice or more",
                config.blindAfter());
        demand(
                config.port() >= 1 && config.port() <= HIGHEST_PORT,
                "port",
                "1 to 65535",
                config.port());
        DcgmTargets.listed(config);
        DcgmTargets.labels(config);
    }

    private static void demand(boolean holds, String key, String allowed, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "medevac.detector.dcgm." + key + ": must be " + allowed + ", is: " + value);
        }
    }
}
