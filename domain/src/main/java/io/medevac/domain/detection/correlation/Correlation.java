package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Puts findings of any sources together: one trouble of one node is told once. Findings of a node
 * that follow each other within {@link #WINDOW} are one trouble, in whatever order they come; those
 * that tell no time are one, and join what is there. A boot ends all that was before it. What it
 * holds is bounded: the troubles that were not seen for longest are told when there are too many.
 */
public final class Correlation {
    /**
     * Longest silence within one trouble. A GPU system processor that hangs is reported again after
     * three minutes, and dcgm-exporter counts over a window of five.
     */
    public static final Duration WINDOW = Duration.ofMinutes(5);

    /**
     * Records that are remembered of all nodes, each of a few hundred bytes: ten thousand nodes
     * with a trouble of a handful of different records each.
     */
    private static final int MOST_RECORDS = 50_000;

    /** What an open node takes beside its records, counted as records. */
    private static final int NODE = 4;

    private final Consumer<Trouble> out;
    private final Map<String, NodeTroubles> nodes = new LinkedHashMap<>(16, 0.75f, true);
    private int remembered;

    /** Gives each trouble to this, when it is over or {@link #end} is called. */
    public Correlation(Consumer<Trouble> out) {
        this.out = out;
    }

    /** Takes a finding; what a source says comes in the order in which it says so. */
    public void add(Source source, Finding finding) {
        String node = finding.node();
        String key = node == null ? "" : node;
        NodeTroubles troubles = nodes.get(key);
        if (troubles == null) {
            troubles = new NodeTroubles(node, out);
            nodes.put(key, troubles);
            remembered += NODE;
        }
        remembered -= troubles.size();
        troubles.add(source, finding);
        remembered += troubles.size();
        while (remembered > MOST_RECORDS && nodes.size() > 1) {
            forgetTheEldest();
        }
    }

    /** Tells all that is open. */
    public void end() {
        List<NodeTroubles> all = new ArrayList<>(nodes.values());
        nodes.clear();
        remembered = 0;
        all.forEach(NodeTroubles::end);
    }

    private void forgetTheEldest() {
        Iterator<NodeTroubles> eldest = nodes.values().iterator();
        NodeTroubles forgotten = eldest.next();
        eldest.remove();
        remembered -= forgotten.size() + NODE;
        forgotten.end();
    }
}
