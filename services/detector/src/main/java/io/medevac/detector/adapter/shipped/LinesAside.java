package io.medevac.detector.adapter.shipped;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/** Tells of lines that were put aside or cut: each is counted, the first ones of a minute told. */
@ApplicationScoped
public class LinesAside {
    private static final Logger LOG = Logger.getLogger(LinesAside.class);
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final ShippedCounters counters;
    private final InstantSource clock;
    private final AtomicReference<Instant> toldAt = new AtomicReference<>(Instant.MIN);

    /** With what counts them. */
    public LinesAside(ShippedCounters counters, InstantSource clock) {
        this.counters = counters;
        this.clock = clock;
    }

    /** Of those among these lines. */
    public void tell(NodeLines lines) {
        counters.cut(lines.overlong());
        if (lines.unplaced() == 0) {
            return;
        }
        counters.unplaced(lines.unplaced());
        Instant now = clock.instant();
        Instant before = toldAt.get();
        if (before.plus(QUIET).isBefore(now) && toldAt.compareAndSet(before, now)) {
            LOG.warnf(
                    "kernel lines put aside, their node is not certain: lines=%d reason=%s; ship"
                            + " them with the name of the Kubernetes node, or set"
                            + " medevac.detector.kernel-log.compare-hosts=false where hosts have"
                            + " other names than nodes",
                    lines.unplaced(), lines.contradiction().orElse("no host in the line"));
        }
    }
}
