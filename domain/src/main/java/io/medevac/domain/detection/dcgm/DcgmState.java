package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Located;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** Equal pages of a live source that make it a frozen one. */
    static final int FROZEN_AFTER = 5;

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
     * What a series showed last.
     *
     * @param value its value, from 0; -1 when it was never seen
     * @param parts codes with their values
     */
    private record Held(double value, Map<String, Double> parts) {
        private static final Held NOTHING = new Held(-1, Map.of());
    }

    /**
     * How often the values of a node were the same.
     *
     * @param sum of all its values
     * @param times pages in a row, from 1
     */
    private record Stillness(long sum, int times) {}

    /** Folds the next page of the same or of another exporter. */
    Step next(Scrape scrape, DcgmRules rules) {
        if (scrape.prints().isEmpty()) {
            return new Step(this, List.of());
        }
        Map<Series, Held> after = new LinkedHashMap<>(held);
        List<Located> findings = new ArrayList<>();
        scrape.observations()
                .forEach(
                        (series, seen) -> {
                            Held before = held.getOrDefault(series, Held.NOTHING);
                            after.remove(series);
                            after.put(series, after(before, seen));
                            edges(series, before, seen, scrape, rules, findings);
                        });
        Map<String, Stillness> still = new LinkedHashMap<>(stillness);
        scrape.prints().forEach((node, print) -> still(node, print, still, rules, findings));
        findings.sort(Comparator.comparingLong(Located::line));
        return new Step(new DcgmState(youngest(after), youngest(still)), List.copyOf(findings));
    }

    private static Held after(Held before, Observation seen) {
        if (seen.parts().isEmpty()) {
            boolean window = seen.field().reading() == Field.Reading.XID_WINDOW;
            return new Held(seen.value(), window ? Map.of() : before.parts());
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

    private static void still(
            String node,
            Scrape.Print print,
            Map<String, Stillness> still,
            DcgmRules rules,
            List<Located> findings) {
        if (!print.alive()) {
            return;
        }
        Stillness before = still.remove(node);
        int times = before == null || before.sum() != print.sum() ? 1 : before.times() + 1;
        still.put(node, new Stillness(print.sum(), Math.min(times, FROZEN_AFTER + 1)));
        if (times == FROZEN_AFTER) {
            findings.add(rules.frozen(node, print.line(), times));
        }
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
