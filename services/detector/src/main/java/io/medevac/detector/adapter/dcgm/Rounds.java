package io.medevac.detector.adapter.dcgm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Whose turn it is: each exporter once an interval, always at the same place in it, which its name
 * tells. Not safe for threads.
 */
final class Rounds {
    /** Length of a slot. */
    static final Duration SLOT = Duration.ofMillis(50);

    private final Map<String, Exporter> exporters = new HashMap<>();
    private final List<Map<String, Exporter>> slots = new ArrayList<>();
    private long passed;

    Rounds(Duration interval) {
        long count = Math.max(1, interval.dividedBy(SLOT));
        for (long i = 0; i < count; i++) {
            slots.add(new LinkedHashMap<>());
        }
    }

    /** All exporters by their keys. */
    Map<String, Exporter> exporters() {
        return exporters;
    }

    void add(Exporter exporter) {
        exporters.put(exporter.key(), exporter);
        slotOf(exporter).put(exporter.key(), exporter);
    }

    void remove(Exporter exporter) {
        exporters.remove(exporter.key());
        slotOf(exporter).remove(exporter.key());
    }

    /**
     * Those whose turn came since it was asked last; each once, however long ago that was.
     *
     * @param elapsed since the start
     */
    void due(Duration elapsed, Consumer<Exporter> turn) {
        long now = elapsed.dividedBy(SLOT);
        for (long slot = Math.max(passed, now - slots.size()); slot < now; slot++) {
            List.copyOf(slots.get((int) (slot % slots.size())).values()).forEach(turn);
        }
        passed = now;
    }

    private Map<String, Exporter> slotOf(Exporter exporter) {
        return slots.get((int) Math.floorMod(Share.hash(exporter.key()), (long) slots.size()));
    }
}
