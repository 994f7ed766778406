package io.medevac.detector.adapter.metrics;

import io.medevac.detector.port.AlertMeasurements;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/** What became of alerts, from the start on. */
@ApplicationScoped
public class AlertMeters implements AlertMeasurements {
    private final MeterRegistry registry;

    AlertMeters(MeterRegistry registry) {
        this.registry = registry;
        for (Outcome outcome : Outcome.values()) {
            alerts(outcome, 0);
        }
    }

    @Override
    public final void alerts(Outcome outcome, long alerts) {
        registry.counter(
                        "medevac.detector.alerts",
                        "outcome",
                        outcome.name().toLowerCase(Locale.ROOT))
                .increment((double) alerts);
    }
}
