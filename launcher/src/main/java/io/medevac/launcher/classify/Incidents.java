package io.medevac.launcher.classify;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Correlation;
import io.medevac.domain.detection.correlation.Trouble;
import io.medevac.launcher.ReaderGone;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the troubles of all findings, sorted by their begin and then by node; those that tell no
 * time come last. An input with more of them than are held is written in parts, each sorted.
 */
final class Incidents implements FindingSink {
    /** A trouble takes about one kilobyte. */
    private static final int MOST = 10_000;

    private static final Comparator<Trouble> ORDER =
            Comparator.comparing(
                            Trouble::first,
                            Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
                    .thenComparing(
                            Trouble::node, Comparator.nullsLast(Comparator.<String>naturalOrder()));

    private final Source source;
    private final PrintWriter out;
    private final IncidentJson json = new IncidentJson();
    private final List<Trouble> over = new ArrayList<>();
    private final Correlation correlation = new Correlation(this::over);

    Incidents(Source source, PrintWriter out) {
        this.source = source;
        this.out = out;
    }

    @Override
    public void accept(long line, Finding finding) {
        correlation.add(source, finding);
    }

    @Override
    public void pause() {
        // Nothing is shown before the end.
    }

    @Override
    public void end() {
        correlation.end();
        write();
    }

    private void over(Trouble trouble) {
        over.add(trouble);
        if (over.size() >= MOST) {
            write();
        }
    }

    private void write() {
        over.sort(ORDER);
        for (Trouble trouble : over) {
            out.write(json.write(trouble));
            out.write('\n');
        }
        over.clear();
        if (out.checkError()) {
            throw new ReaderGone();
        }
    }
}
