package io.medevac.detector.adapter.metrics;

import io.medevac.detector.adapter.dcgm.DcgmIntake;
import io.medevac.detector.adapter.dcgm.ScrapeCounters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Locale;

/** Meters of scrapes; all labels are from closed sets. */
@ApplicationScoped
public class DcgmMeters implements ScrapeCounters {
    private static final String SCRAPES = "medevac.detector.dcgm.scrape";
    private static final String RESULT = "result";

    private final MeterRegistry registry;

    DcgmMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void onStart(@Observes StartupEvent event, DcgmIntake intake) {
        Gauge.builder("medevac.detector.dcgm.targets", intake, DcgmIntake::targets)
                .description("Pages of dcgm-exporter that this replica scrapes")
                .register(registry);
        Gauge.builder("medevac.detector.dcgm.blind", intake, DcgmIntake::blind)
                .description("Nodes of this replica of which dcgm-exporter tells nothing new")
                .register(registry);
    }

    @Override
    public void scraped(int bytes, Duration took) {
        registry.timer(SCRAPES, RESULT, "page").record(took);
        registry.counter("medevac.detector.dcgm.bytes").increment(bytes);
    }

    @Override
    public void failed(String reason, Duration took) {
        registry.timer(SCRAPES, RESULT, reason.toLowerCase(Locale.ROOT)).record(took);
    }

    @Override
    public void foreign() {
        registry.counter("medevac.detector.dcgm.foreign.pages").increment();
    }

    @Override
    public void unreadable(int lines) {
        registry.counter("medevac.detector.dcgm.unreadable.lines").increment(lines);
    }

    @Override
    public void homeless(int series) {
        registry.counter("medevac.detector.dcgm.homeless.series").increment(series);
    }

    @Override
    public void late() {
        registry.counter("medevac.detector.dcgm.late").increment();
    }
}
