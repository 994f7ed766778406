package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.metric.MetricLine;
import io.medevac.domain.detection.metric.MetricLine.Announced;
import io.medevac.domain.detection.metric.MetricLine.Sample;
import io.medevac.domain.detection.metric.MetricLine.Silent;
import io.medevac.domain.detection.metric.MetricLine.Unreadable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Successive pages of exporters, line by line. Where one text holds several pages, a page ends
 * where a metric is announced, or a series given, for the second time.
 */
public final class Scrapes {
    private static final String OURS = "DCGM_";

    /** Equal pages of a live source that make it a frozen one. */
    private static final int FROZEN_AFTER = 5;

    private final DcgmRules rules;
    private final @Nullable String node;
    private DcgmState state;
    private Scrape scrape;
    private long unreadable;

    /**
     * Goes on from a state.
     *
     * @param node node of series that name none; null when not known
     */
    public Scrapes(DcgmRules rules, @Nullable String node, DcgmState state) {
        this.rules = rules;
        this.node = node;
        this.state = state;
        this.scrape = new Scrape(node);
    }

    /**
     * Takes a line.
     *
     * @param number its number in the input, from 1
     * @return what the page before says, when this line ends it
     */
    public List<Located> line(long number, String line) {
        return switch (MetricLine.parse(line)) {
            case Sample sample -> sample.name().startsWith(OURS) ? add(number, sample) : List.of();
            case Announced announced -> announce(announced.what());
            case Silent silent -> List.of();
            case Unreadable cut -> {
                unreadable++;
                yield List.of();
            }
        };
    }

    /** Ends the page. */
    public List<Located> end() {
        DcgmState.Step step = state.next(scrape, rules);
        List<Located> findings = new ArrayList<>(step.findings());
        state = step.state();
        scrape.prints()
                .forEach(
                        (page, print) -> {
                            if (state.repeats(page) == FROZEN_AFTER) {
                                findings.add(rules.frozen(page, print.line(), FROZEN_AFTER));
                            }
                        });
        findings.sort(Comparator.comparingLong(Located::line));
        scrape = new Scrape(node);
        return List.copyOf(findings);
    }

    /** What exporters have shown up to the last page that ended. */
    public DcgmState state() {
        return state;
    }

    /** Lines that could not be read. */
    public long unreadable() {
        return unreadable;
    }

    private List<Located> add(long number, Sample sample) {
        if (scrape.add(sample, number)) {
            return List.of();
        }
        List<Located> findings = end();
        scrape.add(sample, number);
        return findings;
    }

    private List<Located> announce(String what) {
        if (scrape.announce(what)) {
            return List.of();
        }
        List<Located> findings = end();
        scrape.announce(what);
        return findings;
    }
}
