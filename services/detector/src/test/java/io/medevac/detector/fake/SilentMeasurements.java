package io.medevac.detector.fake;

import io.medevac.detector.adapter.file.FileCounters;
import io.medevac.detector.adapter.shipped.ShippedCounters;
import io.medevac.detector.port.Measurements;
import io.medevac.domain.detection.DetectedFault;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts, so that a test can look. */
public final class SilentMeasurements implements Measurements, FileCounters, ShippedCounters {
    public final AtomicInteger lines = new AtomicInteger();
    public final AtomicInteger malformed = new AtomicInteger();
    public final AtomicInteger untrusted = new AtomicInteger();
    public final AtomicInteger overlong = new AtomicInteger();
    public final AtomicInteger unplaced = new AtomicInteger();
    public final AtomicInteger refused = new AtomicInteger();
    public final AtomicInteger gaps = new AtomicInteger();

    @Override
    public void lines(Source source, int read, int broken, int forged) {
        lines.addAndGet(read);
        malformed.addAndGet(broken);
        untrusted.addAndGet(forged);
    }

    @Override
    public void faults(List<DetectedFault> faults) {}

    @Override
    public void overlong() {
        overlong.incrementAndGet();
    }

    @Override
    public void gap() {
        gaps.incrementAndGet();
    }

    @Override
    public void unplaced(int lines) {
        unplaced.addAndGet(lines);
    }

    @Override
    public void cut(int lines) {
        overlong.addAndGet(lines);
    }

    @Override
    public void refused(int records) {
        refused.addAndGet(records);
    }
}
