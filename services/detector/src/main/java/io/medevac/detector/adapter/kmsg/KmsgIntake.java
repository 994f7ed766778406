package io.medevac.detector.adapter.kmsg;

import io.medevac.detector.adapter.file.FileCounters;
import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.application.Taken;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.detector.port.NodeDirectory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Takes in the records of one boot of this node, from the stored position on: boot id and sequence
 * number. They are this boot's for sure, so they wait until Kubernetes shows it; when it does not
 * in time they are told without a boot. Used by one thread.
 */
final class KmsgIntake {
    private static final Logger LOG = Logger.getLogger(KmsgIntake.class);

    private final String node;
    private final String bootId;
    private final String origin;
    private final DetectionStore store;
    private final TakeInKernelLog takeIn;
    private final NodeDirectory nodes;
    private final FileCounters counters;
    private final InstantSource clock;
    private final Instant waitUntil;
    private long next;
    private boolean dirty;

    /**
     * @param bootTimeout how long to wait for Kubernetes to show this boot
     */
    KmsgIntake(
            String node,
            String bootId,
            DetectionStore store,
            TakeInKernelLog takeIn,
            NodeDirectory nodes,
            FileCounters counters,
            InstantSource clock,
            Duration bootTimeout) {
        this.node = node;
        this.bootId = bootId;
        this.origin = "kmsg:" + bootId;
        this.store = store;
        this.takeIn = takeIn;
        this.nodes = nodes;
        this.counters = counters;
        this.clock = clock;
        this.waitUntil = clock.instant().plus(bootTimeout);
    }

    /**
     * Learns where to go on.
     *
     * @throws RuntimeException when the store does not answer: try again
     */
    void resume() {
        next = store.progress(origin, node).map(progress -> progress.next()).orElse(0L);
        dirty = false;
    }

    /** The first record not taken in. */
    long next() {
        return next;
    }

    /** Whether records can be taken in now, because their boot is shown or was waited for. */
    boolean ready() {
        return shown() || !clock.instant().isBefore(waitUntil);
    }

    private boolean shown() {
        return nodes.find(node).filter(seen -> bootId.equals(seen.bootId())).isPresent();
    }

    /**
     * Takes records in; those taken in before are left out.
     *
     * @param uptime the kernel's clock now
     * @throws RuntimeException when the store does not answer: nothing was taken in, try again
     */
    void take(List<KmsgRecord> records, Duration uptime) {
        Instant booted = clock.instant().minus(uptime);
        List<RawLine> lines = new ArrayList<>();
        long end = next;
        long lost = 0;
        for (KmsgRecord record : records) {
            if (record.sequence() < end) {
                continue;
            }
            // Before the first record nothing was ever read here that could have been lost.
            lost += end > 0 ? record.sequence() - end : 0;
            lines.add(
                    new RawLine(
                            record.sequence(),
                            0,
                            booted.plus(record.uptime()),
                            true,
                            record.line()));
            end = record.sequence() + 1;
        }
        if (!lines.isEmpty()) {
            hand(end, false, lines);
        }
        if (lost > 0) {
            counters.gap();
            LOG.warnf(
                    "the kernel overwrote records before they were read: node=%s lost=%d",
                    node, lost);
        }
    }

    /** Stores the position, when it has moved. */
    void checkpoint() {
        if (dirty) {
            hand(next, true, List.of());
        }
    }

    private void hand(long end, boolean checkpoint, List<RawLine> lines) {
        Taken taken =
                takeIn.on(
                        new RawChunk(
                                Source.KMSG,
                                origin,
                                node,
                                origin,
                                null,
                                end,
                                shown(),
                                checkpoint,
                                lines));
        next = end;
        dirty = taken == Taken.NOTHING_SAID;
    }
}
