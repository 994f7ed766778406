package io.medevac.detector.adapter.metrics;

import io.medevac.detector.adapter.file.FileCounters;
import io.medevac.detector.adapter.file.KernelLogFollower;
import io.medevac.detector.adapter.policy.FileRules;
import io.medevac.detector.adapter.shipped.ShippedCounters;
import io.medevac.detector.application.WatchKernelLogs;
import io.medevac.detector.port.Measurements;
import io.medevac.domain.detection.DetectedFault;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Locale;

/** Meters; all labels are from closed sets. */
@ApplicationScoped
public class Meters implements Measurements, FileCounters, ShippedCounters {
    private static final String IGNORED = "medevac.detector.ignored.lines";
    private static final String REASON = "reason";

    private final MeterRegistry registry;

    Meters(MeterRegistry registry) {
        this.registry = registry;
        overlongLines(0);
        ignored("malformed", 0);
        ignored("untrusted", 0);
        ignored("unplaced", 0);
        ignored("refused", 0);
        gaps(0);
    }

    void onStart(@Observes StartupEvent event, KernelLogFollower follower) {
        Gauge.builder("medevac.detector.lag.bytes", follower, KernelLogFollower::lag)
                .description("Bytes of followed kernel logs that are written and not taken in")
                .register(registry);
        Gauge.builder("medevac.detector.files", follower, KernelLogFollower::files)
                .description("Kernel logs that are followed")
                .register(registry);
        Gauge.builder("medevac.detector.files.failing", follower, KernelLogFollower::failing)
                .description("Kernel logs that cannot be taken in at the moment")
                .register(registry);
    }

    void onStart(@Observes StartupEvent event, WatchKernelLogs watch) {
        Gauge.builder("medevac.detector.kernel.log.blind", watch, WatchKernelLogs::blind)
                .description("Nodes of the cluster whose kernel log came and comes no more")
                .register(registry);
    }

    void onStart(@Observes StartupEvent event, FileRules rules) {
        Gauge.builder(
                        "medevac.detector.policy.refused",
                        rules,
                        now -> now.mistake().isEmpty() ? 0 : 1)
                .description("1 while the site policy file has a mistake; the last good one counts")
                .register(registry);
    }

    @Override
    public void lines(Source source, int read, int malformed, int untrusted) {
        registry.counter("medevac.detector.lines", "source", lower(source)).increment(read);
        ignored("malformed", malformed);
        ignored("untrusted", untrusted);
    }

    @Override
    public void faults(List<DetectedFault> faults) {
        for (DetectedFault detected : faults) {
            registry.counter(
                            "medevac.detector.signals",
                            "source",
                            lower(detected.signal().source()),
                            "kind",
                            detected.signal().finding().fault().kind())
                    .increment();
            DetectedFault.Place place = detected.place();
            if (place != null) {
                registry.counter(
                                "medevac.detector.faults",
                                "action",
                                lower(place.fault().action()),
                                "told",
                                Boolean.toString(place.told()))
                        .increment();
            }
        }
    }

    @Override
    public void overlong() {
        overlongLines(1);
    }

    @Override
    public void gap() {
        gaps(1);
    }

    @Override
    public void unplaced(int lines) {
        ignored("unplaced", lines);
    }

    @Override
    public void cut(int lines) {
        overlongLines(lines);
    }

    @Override
    public void refused(int records) {
        ignored("refused", records);
    }

    private void overlongLines(int lines) {
        ignored("overlong", lines);
    }

    private void ignored(String reason, int lines) {
        registry.counter(IGNORED, REASON, reason).increment(lines);
    }

    private void gaps(int gaps) {
        registry.counter("medevac.detector.log.gaps").increment(gaps);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
