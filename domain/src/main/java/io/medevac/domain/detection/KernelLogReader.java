package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.XidReported;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a kernel log, maybe of several nodes mixed, line by line, and puts the lines of one report
 * together. Lines that have none of {@link KernelLineParser#needles} need not be given to it. What
 * it holds is bounded: unfinished reports of the last nodes that began one, each for some lines.
 */
public final class KernelLogReader {
    /** How far apart the lines of one report may be, where other nodes speak between them. */
    private static final int REACH = 32;

    /** How far after the words of a lost GPU its Xid may come to be the same record. */
    private static final int REACH_OF_XID = 4;

    private static final int MOST_NODES = 64;
    private static final int FALLEN_OFF_THE_BUS = 79;

    private final Instant now;
    private final Consumer<KernelRecord> out;
    private final LinkedHashMap<String, SeveralLines> open = new LinkedHashMap<>();

    /**
     * @param now tells the year of stamps that have none
     * @param out takes each record
     */
    public KernelLogReader(Instant now, Consumer<KernelRecord> out) {
        this.now = now;
        this.out = out;
    }

    /**
     * A line.
     *
     * @param number its number, from 1, rising
     * @param raw the line without its end
     */
    public void line(long number, String raw) {
        passed(number - 1);
        for (Framing framing : KernelLineParser.framings(raw)) {
            read(number, framing);
        }
    }

    /**
     * That all lines up to this one were read, of whatever kind: reports that cannot go on any more
     * are given out, in the order in which that became certain, however seldom this is called.
     */
    public void passed(long number) {
        if (open.isEmpty()) {
            return;
        }
        List<SeveralLines> over =
                open.values().stream()
                        .filter(report -> number >= end(report))
                        .sorted(Comparator.comparingLong(KernelLogReader::end))
                        .toList();
        open.values().removeAll(over);
        over.forEach(this::give);
    }

    /** That the log has ended: gives out what was not finished. */
    public void end() {
        passed(Long.MAX_VALUE);
    }

    private void read(long number, Framing framing) {
        Map.Entry<String, SeveralLines> waiting = waitingFor(framing);
        if (waiting != null && waiting.getValue().takes(framing, number)) {
            SeveralLines report = waiting.getValue();
            if (report.complete() && !report.maybeFollowedByItsXid()) {
                close(waiting.getKey());
            }
            return;
        }
        KernelFact fact = KernelLineParser.fact(framing);
        if (fact == null) {
            return;
        }
        long first = number;
        SeveralLines begun = SeveralLines.begin(framing, number);
        if (waiting != null && waiting.getKey().equals(key(framing))) {
            SeveralLines report = waiting.getValue();
            if (isXidOf(report, fact)) {
                open.remove(waiting.getKey());
                first = report.line();
            } else if (begun != null || !report.maybeFollowedByItsXid() || !isContext(fact)) {
                open.remove(waiting.getKey());
                give(report);
            }
        }
        if (begun == null) {
            give(first, framing, fact, framing.text());
        } else {
            hold(key(framing), begun);
        }
    }

    /** The report of its node; for a line that names no node, the one that was begun last. */
    private Map.@Nullable Entry<String, SeveralLines> waitingFor(Framing framing) {
        SeveralLines own = open.get(key(framing));
        if (own != null) {
            return Map.entry(key(framing), own);
        }
        return framing.node() == null ? open.lastEntry() : null;
    }

    private void hold(String key, SeveralLines begun) {
        open.putLast(key, begun);
        if (begun.complete() && !begun.maybeFollowedByItsXid()) {
            close(key);
        } else if (open.size() > MOST_NODES) {
            close(open.firstEntry().getKey());
        }
    }

    private void close(String key) {
        SeveralLines report = open.remove(key);
        if (report != null) {
            give(report);
        }
    }

    private static boolean isXidOf(SeveralLines lost, KernelFact fact) {
        return lost.maybeFollowedByItsXid()
                && fact instanceof XidReported xid
                && xid.code() == FALLEN_OFF_THE_BUS
                && xid.pci() != null
                && xid.pci().equals(lost.pci());
    }

    private static boolean isContext(KernelFact fact) {
        return fact instanceof Observed said && said.kind() == KernelKind.CONTEXT;
    }

    /** The line with which it cannot go on any more. */
    private static long end(SeveralLines report) {
        return report.maybeFollowedByItsXid()
                ? report.last() + REACH_OF_XID
                : report.line() + REACH;
    }

    private void give(SeveralLines report) {
        give(report.line(), report.framing(), report.fact(), report.text());
    }

    private void give(long line, Framing framing, KernelFact fact, String text) {
        out.accept(new KernelRecord(line, framing.node(), fact, text, framing.at(now)));
    }

    private static String key(Framing framing) {
        return framing.node() == null ? "" : framing.node();
    }
}
