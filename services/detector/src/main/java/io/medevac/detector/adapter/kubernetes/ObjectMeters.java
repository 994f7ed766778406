package io.medevac.detector.adapter.kubernetes;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/** Meters of what is read of Kubernetes; all labels are from closed sets. */
@ApplicationScoped
class ObjectMeters implements ObjectCounters {
    private static final String READ = "medevac.detector.objects";
    private static final String IGNORED = "medevac.detector.ignored.objects";
    private static final String UNREADABLE = "medevac.detector.unreadable.objects";

    private final MeterRegistry registry;

    ObjectMeters(MeterRegistry registry) {
        this.registry = registry;
        for (Kind kind : Kind.values()) {
            count(READ, kind, 0);
            count(IGNORED, kind, 0);
            count(UNREADABLE, kind, 0);
        }
    }

    @Override
    public void read(Kind kind) {
        count(READ, kind, 1);
    }

    @Override
    public void ignored(Kind kind) {
        count(IGNORED, kind, 1);
    }

    @Override
    public void unreadable(Kind kind) {
        count(UNREADABLE, kind, 1);
    }

    private void count(String name, Kind kind, int objects) {
        registry.counter(name, "kind", kind.name().toLowerCase(Locale.ROOT)).increment(objects);
    }
}
