package io.medevac.intake;

import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.dcgm.DcgmRules;
import io.medevac.domain.detection.dcgm.DcgmState;
import io.medevac.domain.detection.dcgm.Scrapes;
import io.medevac.domain.detection.metric.MetricLine;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads pages of dcgm-exporter: what is read later is a later scrape. */
public final class DcgmReader {
    private final DcgmRules rules;
    private DcgmState state = DcgmState.EMPTY;
    private long unreadable;

    /** Asks this for what an Xid means. */
    public DcgmReader(SecondHand.Catalogue catalogue) {
        this.rules = new DcgmRules(new SecondHand(catalogue));
    }

    /** Reads one or more pages to the end of the stream, which ends a page. */
    public void read(InputStream in, Context context, Consumer<Located> out) throws IOException {
        Scrapes scrapes = new Scrapes(rules, context.node(), state);
        Lines lines = new Lines(in, MetricLine.LONGEST + 1);
        for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
            scrapes.line(lines.number(), line).forEach(out);
        }
        scrapes.end().forEach(out);
        state = scrapes.state();
        unreadable += scrapes.unreadable();
    }

    /** Lines that could not be read. */
    public long unreadable() {
        return unreadable;
    }
}
