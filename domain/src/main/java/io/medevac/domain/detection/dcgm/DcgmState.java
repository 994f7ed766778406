package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Located;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What exporters have shown so far: the past that tells an edge from a value that only stays.
 *
 * <p>A value that falls is never a repair: exporters start anew, windows pass, series vanish. The
 * last code of a device is kept over such a fall, so that the same code shown again is not a second
 * fault. Of a series that is missing nothing is said at all.
 */
public final class DcgmState {
    /** Nothing seen yet. */
    public static final DcgmState EMPTY = new DcgmState(Map.of(), Map.of());

    /** Series that are remembered; beyond it those not seen for longest are forgotten. */
    static final int MOST_SERIES = 100_000;

    private static final int ROOMY = MOST_SERIES / 2;
    private static final int MOST_REPEATS = 1000;

    private final Map<Series, Held> held;
    private final Map<String, Stillness> stillness;

    private DcgmState(Map<Series, Held> held, Map<String, Stillness> stillness) {
        this.held = held;
        this.stillness = stillness;
    }

    /**
     * What came of a scrape.
     *
     * @param state the state after it
     * @param findings what is new, in the order of the page
     */
    record Step(DcgmState state, List<Located> findings) {}

    /**
     * How often the values of a node were the same.
     *
     * @param sum of all its values
     * @param times pages in a row, from 1; 0 for a node of which no value tells whether it is alive
     */
    private record Stillness(long sum, int times) {}

    /** A state that was kept elsewhere. */
    static DcgmState of(Map<Series, Held> held) {
        return new DcgmState(held, Map.of());
    }

    /** The same, with a page of this node that is known to have been its last one. */
    DcgmState after(String node, long sum) {
        return new DcgmState(held, Map.of(node, new Stillness(sum, 1)));
    }

    /** What a series that is not new showed last; series that show nothing are not among them. */
    Map<Series, Held> held() {
        return held;
    }

    /** How often in a row the page of a live node was the same, from 1; 0 when nothing tells. */
    int repeats(String node) {
        Stillness still = stillness.get(node);
        return still == null ? 0 : still.times();
    }

    /** Sum of all values of the node's last page; 0 when there is none. */
    long sum(String node) {
        Stillness still = stillness.get(node);
        return still == null ? 0 : still.sum();
    }

    /** The nodes were started anew: codes that are shown from now on are new ones. */
    DcgmState rebooted() {
        Map<Series, Held> after = new LinkedHashMap<>();
        held.forEach(
                (series, before) -> {
                    if (before.parts().isEmpty()) {
                        after.put(series, before);
                    }
                });
        return new DcgmState(after, stillness);
    }

    /** Folds the next page of the same or of another exporter. */
    Step next(Scrape scrape, DcgmRules rules) {
        if (scrape.prints().isEmpty()) {
            return new Step(this, List.of());
        }
        List<Located> findings = new ArrayList<>();
        Map<Series, Held> changed = new LinkedHashMap<>();
        scrape.observations()
                .forEach(
                        (series, seen) -> {
                            Held before = held.getOrDefault(series, Held.NOTHING);
                            Held after = after(before, seen);
                            if (!after.equals(before) || held.size() > ROOMY) {
                                changed.put(series, after);
                            }
                            edges(series, before, seen, scrape, rules, findings);
                        });
        findings.sort(Comparator.comparingLong(Located::line));
        return new Step(new DcgmState(with(changed), still(scrape)), List.copyOf(findings));
    }

    private Map<Series, Held> with(Map<Series, Held> changed) {
        if (changed.isEmpty()) {
            return held;
        }
        Map<Series, Held> all = new LinkedHashMap<>(held);
        changed.forEach(
                (series, after) -> {
                    all.remove(series);
                    if (!after.equals(Held.NOTHING)) {
                        all.put(series, after);
                    }
                });
        return youngest(all);
    }

    private Map<String, Stillness> still(Scrape scrape) {
        if (stillness.isEmpty() && scrape.prints().size() == 1) {
            Map.Entry<String, Scrape.Print> only = scrape.prints().entrySet().iterator().next();
            return Map.of(only.getKey(), still(only.getValue(), null));
        }
        if (stillness.size() == 1 && scrape.prints().keySet().equals(stillness.keySet())) {
            String only = stillness.keySet().iterator().next();
            return Map.of(only, still(scrape.prints().get(only), stillness.get(only)));
        }
        Map<String, Stillness> after = new LinkedHashMap<>(stillness);
        scrape.prints().forEach((node, print) -> after.put(node, still(print, after.remove(node))));
        return youngest(after);
    }

    private static Stillness still(Scrape.Print print, @Nullable Stillness before) {
        if (!print.alive()) {
            return new Stillness(print.sum(), 0);
        }
        int times = before == null || before.sum() != print.sum() ? 1 : before.times() + 1;
        return new Stillness(print.sum(), Math.min(times, MOST_REPEATS));
    }

    private static Held after(Held before, Observation seen) {
        if (seen.parts().isEmpty()) {
            boolean window = seen.field().reading() == Field.Reading.XID_WINDOW;
            Held after = new Held(seen.value(), window ? Map.of() : before.parts());
            return after.isAsNothing(seen.field()) ? Held.NOTHING : after;
        }
        Map<String, Double> parts = new HashMap<>();
        seen.parts().forEach((part, shown) -> parts.put(part, shown.value()));
        return new Held(seen.value(), parts);
    }

    private static void edges(
            Series series,
            Held before,
            Observation seen,
            Scrape scrape,
            DcgmRules rules,
            List<Located> findings) {
        switch (seen.field().reading()) {
            case LAST_XID ->
                    seen.parts()
                            .forEach(
                                    (code, part) -> {
                                        if (!before.parts().containsKey(code)
                                                && !counted(series, code, scrape)) {
                                            findings.add(rules.lastXid(seen, code, part));
                                        }
                                    });
            case LAST_FATAL_SXID, LAST_NON_FATAL_SXID ->
                    seen.parts()
                            .forEach(
                                    (code, part) -> {
                                        if (!before.parts().containsKey(code)) {
                                            findings.add(rules.sxid(seen, code, part));
                                        }
                                    });
            case XID_WINDOW, HEALTH ->
                    seen.parts()
                            .forEach(
                                    (name, part) -> {
                                        if (part.value() > before.parts().getOrDefault(name, 0.0)) {
                                            findings.add(rules.risen(series, seen, name, part));
                                        }
                                    });
            case LEVEL -> {
                if (seen.value() > 0 && before.value() <= 0) {
                    findings.add(rules.level(seen));
                }
            }
            case TOTAL -> {
                double rise = seen.value() - Math.max(0, before.value());
                if (rise > 0) {
                    findings.add(rules.count(seen, rise));
                }
            }
            case RATE -> {
                double rise = seen.value() - before.value();
                if (before.value() >= 0 && rise >= seen.field().least()) {
                    findings.add(rules.count(seen, rise));
                }
            }
            case ALIVE -> throw new IllegalStateException("kept out of a scrape: " + series);
        }
    }

    /** Whether the same page has the code of this GPU in its window too, which tells more. */
    private static boolean counted(Series series, String code, Scrape scrape) {
        for (Field field : Field.every()) {
            if (field.reading() == Field.Reading.XID_WINDOW) {
                Observation window =
                        scrape.observations()
                                .get(new Series(series.node(), series.device(), field.name(), ""));
                if (window != null && window.parts().containsKey(code)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static <K, V> Map<K, V> youngest(Map<K, V> map) {
        var entries = map.entrySet().iterator();
        for (int over = map.size() - MOST_SERIES; over > 0; over--) {
            entries.next();
            entries.remove();
        }
        return map;
    }
}
