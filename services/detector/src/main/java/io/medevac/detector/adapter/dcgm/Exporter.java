package io.medevac.detector.adapter.dcgm;

import io.medevac.detector.application.RawReport;
import io.medevac.detector.application.RawReport.RawFinding;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.dcgm.DcgmPage;
import io.medevac.domain.detection.dcgm.DcgmRules;
import io.medevac.domain.detection.dcgm.ExporterWatch;
import io.medevac.domain.detection.dcgm.ExporterWatch.Look;
import io.medevac.domain.detection.dcgm.ExporterWatch.Moment;
import io.medevac.domain.detection.dcgm.ExporterWatch.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A target and what is known of its nodes. What is learnt counts only once it is stored with what
 * is to be told of it; until then it is as if the page had not been seen. Not safe for threads.
 */
final class Exporter {
    /** So many nodes of one page are known: those that were not seen for longest are forgotten. */
    static final int MOST_NODES = 10_000;

    private static final Logger LOG = Logger.getLogger(Exporter.class);

    private final String key;

    /** Those that were seen last are last. */
    private final LinkedHashMap<String, Known> nodes = new LinkedHashMap<>();

    private Target target;
    private List<Pending> pending = List.of();
    private boolean busy;
    private boolean failing;
    private boolean loaded;
    private boolean waited;
    private boolean warned;

    Exporter(Target target) {
        this.target = target;
        this.key = target.key();
    }

    /**
     * What is known of a node.
     *
     * @param version how often it was stored; 0 for never
     * @param text as it was stored; null for never
     */
    private record Known(ExporterWatch watch, long version, @Nullable String text) {}

    /**
     * What is to be stored.
     *
     * @param report with the state
     * @param learnt what is known once it is stored
     */
    record Pending(RawReport report, ExporterWatch learnt) {}

    /** What a look needs beside the page. */
    record Means(NodeDirectory directory, DcgmRules rules, Duration patience, Instant now) {}

    String key() {
        return key;
    }

    Target target() {
        return target;
    }

    /** The same exporter at another address. */
    void moved(Target to) {
        target = to;
    }

    boolean isBusy() {
        return busy;
    }

    void busy(boolean isBusy) {
        busy = isBusy;
    }

    /** Whether the last scrape brought no page. */
    boolean isFailing() {
        return failing;
    }

    /** Whether what is stored of its own node has been read. */
    boolean isLoaded() {
        return loaded || target.node() == null;
    }

    /** How many of its nodes are blind. */
    int blind() {
        return (int) nodes.values().stream().filter(each -> each.watch().blind() != null).count();
    }

    /** What waits to be stored. */
    List<Pending> pending() {
        return pending;
    }

    /** Keys of what has to be read before this page can be judged. */
    Set<String> missing(DcgmPage page) {
        Set<String> missing = nodesOf(page);
        missing.removeAll(nodes.keySet());
        Set<String> keys = new HashSet<>();
        missing.forEach(node -> keys.add(target.keyOf(node)));
        return keys;
    }

    /** Nodes of a page, at most so many; where its labels tell, only what can be a node's name. */
    Set<String> nodesOf(DcgmPage page) {
        return page.nodes().stream()
                .filter(node -> target.node() != null || Target.isNodeName(node))
                .limit(MOST_NODES)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** How many nodes are known. */
    int known() {
        return nodes.size();
    }

    /** Takes what is stored of a node; nothing, when it was never stored. */
    void load(String node, Optional<SourceState> state, Instant now) {
        loaded = true;
        nodes.put(
                node,
                state.map(
                                stored ->
                                        new Known(
                                                ExporterWatch.of(node, stored.body(), now),
                                                stored.version(),
                                                stored.body()))
                        .orElseGet(() -> new Known(ExporterWatch.begun(node, now), 0, null)));
        if (nodes.size() > MOST_NODES) {
            nodes.pollFirstEntry();
        }
    }

    /** Whether it is warned of for the first time. */
    boolean warnsFirst() {
        boolean first = !warned;
        warned = true;
        return first;
    }

    /** Judges a page. */
    void page(DcgmPage page, boolean foreign, Means means) {
        failing = false;
        List<Pending> reports = new ArrayList<>();
        Set<String> seen = nodesOf(page);
        for (String node : seen) {
            Known known = nodes.get(node);
            if (known != null) {
                nodes.putLast(node, known);
                Moment moment = new Moment(means.now(), bootOf(node, means), foreign);
                take(
                        node,
                        known,
                        known.watch().page(page, moment, means.patience(), means.rules()),
                        page,
                        reports);
            }
        }
        Set<String> unseen = new HashSet<>(nodes.keySet());
        unseen.removeAll(seen);
        unseen.forEach(node -> miss(node, Trouble.NO_SERIES, means, reports));
        pending = List.copyOf(reports);
    }

    /** Judges that no page came. */
    void noPage(Trouble trouble, Means means) {
        failing = true;
        List<Pending> reports = new ArrayList<>();
        List.copyOf(nodes.keySet()).forEach(node -> miss(node, trouble, means, reports));
        pending = List.copyOf(reports);
    }

    private void miss(String node, Trouble trouble, Means means, List<Pending> reports) {
        Known known = nodes.get(node);
        if (known != null && means.directory().isOut(node)) {
            ExporterWatch later = known.watch().unwatchedUntil(means.now());
            nodes.put(node, new Known(later, known.version(), known.text()));
        } else if (known != null) {
            Moment moment = new Moment(means.now(), bootOf(node, means), false);
            Look look =
                    known.watch().noPage(trouble.words(), moment, means.patience(), means.rules());
            take(node, known, look, null, reports);
        }
    }

    private static @Nullable String bootOf(String node, Means means) {
        return means.directory().find(node).map(NodeSeen::bootId).orElse(null);
    }

    private void take(
            String node, Known known, Look look, @Nullable DcgmPage page, List<Pending> reports) {
        ExporterWatch after = look.after();
        boolean same =
                look.observations().isEmpty()
                        && known.text() != null
                        && (after.surelyHasTextOf(known.watch())
                                || after.text().equals(known.text()));
        if (same) {
            nodes.put(node, new Known(after, known.version(), known.text()));
            return;
        }
        SourceState state = new SourceState(target.keyOf(node), known.version() + 1, after.text());
        reports.add(new Pending(report(node, state, look, page), after));
    }

    private RawReport report(String node, SourceState state, Look look, @Nullable DcgmPage page) {
        List<RawFinding> findings = new ArrayList<>();
        for (Observed told : look.observations()) {
            String message = told.finding().fault().message();
            String raw = page == null || told.line() < 1 ? message : page.line(told.line());
            findings.add(
                    new RawFinding(
                            state.version() + " " + findings.size() + " " + raw,
                            state.version(),
                            told.boot(),
                            told.finding(),
                            raw));
        }
        return new RawReport(Source.DCGM, node, "dcgm:" + target.url(), state, findings);
    }

    /** Storing did not work: the same is tried again, and nothing is looked at meanwhile. */
    void kept() {
        waited = true;
    }

    /** It is stored. */
    void stored(Pending what, Instant now) {
        SourceState state = what.report().state();
        if (state != null) {
            String node = what.report().node();
            ExporterWatch learnt = waited ? what.learnt().unwatchedUntil(now) : what.learnt();
            Known before = nodes.replace(node, new Known(learnt, state.version(), state.body()));
            log(node, before == null ? null : before.watch().blind(), learnt.blind());
        }
        done(what);
    }

    private void log(String node, @Nullable String before, @Nullable String after) {
        if (after != null && before == null) {
            LOG.warnf("blind: node=%s url=%s reason=%s", node, target.url(), after);
        } else if (after == null && before != null) {
            LOG.infof("sees again: node=%s url=%s was=%s", node, target.url(), before);
        }
    }

    /** Another replica was faster: its knowledge has to be read. */
    void superseded(Pending what) {
        nodes.remove(what.report().node());
        loaded = false;
        done(what);
    }

    private void done(Pending what) {
        List<Pending> rest = new ArrayList<>(pending);
        rest.remove(what);
        pending = List.copyOf(rest);
        waited = waited && !pending.isEmpty();
    }
}
