package io.medevac.detector.application;

import io.medevac.detector.application.RawReport.RawFinding;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelLogWatch;
import io.medevac.domain.detection.KernelLogWatch.Look;
import io.medevac.domain.detection.LogSilence;
import io.medevac.domain.detection.Source;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tells that a node's kernel log, which came until now, comes no more. Each replica stores what it
 * hears, and the first one that stores a silence tells it.
 */
@ApplicationScoped
public class WatchKernelLogs {
    private static final Logger LOG = Logger.getLogger(WatchKernelLogs.class);
    private static final String KIND = "kernel-log:";

    private final LogSilence silence;
    private final HeardNodes heard;
    private final DetectionStore store;
    private final NodeDirectory nodes;
    private final TakeInReport takeIn;
    private final InstantSource clock;
    private Instant listening;
    private volatile int blind;

    /** With what it needs. */
    public WatchKernelLogs(
            LogSilence silence,
            HeardNodes heard,
            DetectionStore store,
            NodeDirectory nodes,
            TakeInReport takeIn,
            InstantSource clock) {
        this.silence = silence;
        this.heard = heard;
        this.store = store;
        this.nodes = nodes;
        this.takeIn = takeIn;
        this.clock = clock;
        this.listening = clock.instant();
    }

    /** Nodes of the cluster whose kernel log was heard before and is silent, at the last look. */
    public int blind() {
        return blind;
    }

    /**
     * Looks at all nodes; blocks.
     *
     * @throws RuntimeException when the store does not answer: looked at again next time, and the
     *     time until then is no silence
     */
    public void look() {
        if (silence.patience().isEmpty()) {
            return;
        }
        try {
            look(silence.patience().get());
        } catch (RuntimeException e) {
            listening = clock.instant();
            throw e;
        }
    }

    private void look(Duration patience) {
        Map<String, SourceState> stored = new HashMap<>();
        store.statesOf(KIND)
                .forEach(state -> stored.put(state.key().substring(KIND.length()), state));
        Map<String, Instant> here = heard.all();
        Set<String> all = new TreeSet<>(stored.keySet());
        all.addAll(here.keySet());
        int silent = 0;
        for (String node : all) {
            if (isNode(node) && look(node, here.get(node), stored.get(node), patience)) {
                silent++;
            }
        }
        blind = silent;
    }

    private boolean isNode(String node) {
        return nodes.find(node).isPresent();
    }

    /** Returns whether it is silent. */
    private boolean look(
            String node, @Nullable Instant here, @Nullable SourceState stored, Duration patience) {
        Instant now = clock.instant();
        @Nullable Instant latest = here;
        if (nodes.isOut(node)) {
            // What it would say is taken as said, so that it begins anew when it comes back.
            heard.add(node);
            latest = now;
        }
        @Nullable KernelLogWatch before =
                stored == null ? null : KernelLogWatch.of(stored.body()).orElse(null);
        KernelLogWatch known =
                before == null ? KernelLogWatch.begun(latest == null ? now : latest) : before;
        Look look = known.look(node, latest, listening, now, patience);
        if (look.after().equals(before)) {
            return look.after().blind();
        }
        SourceState state =
                new SourceState(
                        KIND + node,
                        stored == null ? 1 : stored.version() + 1,
                        look.after().text());
        Taken taken =
                takeIn.on(
                        new RawReport(
                                Source.KERNEL, node, state.key(), state, told(state, look, now)));
        if (taken == Taken.STORED) {
            log(node, known, look.after());
        }
        return look.after().blind();
    }

    private static List<RawFinding> told(SourceState state, Look look, Instant now) {
        Finding finding = look.told();
        if (finding == null) {
            return List.of();
        }
        String said = finding.fault().message();
        return List.of(
                new RawFinding(
                        state.version() + " " + said,
                        state.version(),
                        new BootClaim.At(now),
                        finding,
                        said));
    }

    private static void log(String node, KernelLogWatch before, KernelLogWatch after) {
        if (after.blind() && !before.blind()) {
            LOG.warnf("blind: node=%s nothing of its kernel log since %s", node, after.heardAt());
        } else if (before.blind() && !after.blind()) {
            LOG.infof("sees again: node=%s its kernel log comes again", node);
        }
    }
}
