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

    /** Nodes that have an open trouble at once: far more than a site repairs at a time. */
    private static final int MOST_NODES = 1024;

    private final Consumer<Trouble> out;
    private final Map<String, NodeTroubles> nodes = new LinkedHashMap<>(16, 0.75f, true);

    /** Gives each trouble to this, when it is over or {@link #end} is called. */
    public Correlation(Consumer<Trouble> out) {
        this.out = out;
    }

    /** Takes a finding; what a source says comes in the order in which it says so. */
    public void add(Source source, Finding finding) {
        String node = finding.node();
        NodeTroubles troubles = nodes.get(node == null ? "" : node);
        if (troubles == null) {
            troubles = new NodeTroubles(node, out);
            nodes.put(node == null ? "" : node, troubles);
            forgetTheEldest();
        }
        troubles.add(source, finding);
    }

    /** Tells all that is open. */
    public void end() {
        List<NodeTroubles> all = new ArrayList<>(nodes.values());
        nodes.clear();
        all.forEach(NodeTroubles::end);
    }

    private void forgetTheEldest() {
        if (nodes.size() > MOST_NODES) {
            Iterator<NodeTroubles> eldest = nodes.values().iterator();
            NodeTroubles forgotten = eldest.next();
            eldest.remove();
            forgotten.end();
        }
    }
}
