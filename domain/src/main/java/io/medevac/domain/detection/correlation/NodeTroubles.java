package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Burst.Seen;
import io.medevac.domain.detection.correlation.Span.Distance;
import io.medevac.domain.fault.Fault;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Open troubles of one node in its current boot. */
final class NodeTroubles {
    /** Silences of five minutes that may stand between records out of order. */
    private static final int MOST_BURSTS = 16;

    /** Harmless records that are kept for a trouble they may belong to. */
    private static final int MOST_COMPANIONS = 64;

    static final int MOST_USES = 128;
    private static final int MOST_GPUS = 64;

    private final @Nullable String node;
    private final Consumer<Trouble> out;
    private final List<Burst> bursts = new ArrayList<>();
    private final Deque<Companion> companions = new ArrayDeque<>();
    private final Deque<Use> uses = new ArrayDeque<>();
    private final Deque<Set<String>> gpus = new ArrayDeque<>();

    NodeTroubles(@Nullable String node, Consumer<Trouble> out) {
        this.node = node;
        this.out = out;
    }

    /** A record that is no trouble by itself. */
    private record Companion(Evidence evidence, Span span) {}

    void add(Source source, Finding finding) {
        Fault fault = finding.fault();
        if (fault.kind().equals("BOOT")) {
            end();
            return;
        }
        Set<String> names = Devices.names(source, fault.gpu());
        if (fault.kind().equals("GPU_IDENTITY") && names.size() > 1) {
            keep(gpus, names, MOST_GPUS);
        }
        if (!Evidence.counts(fault)) {
            return;
        }
        Evidence evidence = Evidence.of(source, finding);
        Span span = Span.of(finding.at());
        Use use = Use.of(finding, names, span);
        if (use != null) {
            keep(uses, use, MOST_USES);
        }
        if (evidence.opens()) {
            join(evidence, new Seen(1, span));
        } else if (evidence.accompanies()) {
            accompany(evidence, span);
        }
    }

    /** Tells all, and begins anew. */
    void end() {
        bursts.sort(Comparator.comparing(Burst::reach, Span::compareBegin));
        while (!bursts.isEmpty()) {
            tell(bursts.removeFirst());
        }
        companions.clear();
        uses.clear();
    }

    /** Records, programs and GPUs that it remembers. */
    int size() {
        return bursts.stream().mapToInt(Burst::size).sum()
                + companions.size()
                + uses.size()
                + gpus.size();
    }

    private void accompany(Evidence evidence, Span span) {
        for (int i = bursts.size() - 1; i >= 0; i--) {
            if (bursts.get(i).reach().to(span, Correlation.WINDOW) == Distance.NEAR) {
                bursts.get(i).accompany(evidence, new Seen(1, span));
                return;
            }
        }
        keep(companions, new Companion(evidence, span), MOST_COMPANIONS);
    }

    private void join(Evidence evidence, Seen seen) {
        Burst joined = null;
        for (Iterator<Burst> all = bursts.iterator(); all.hasNext(); ) {
            Burst burst = all.next();
            if (burst.reach().to(seen.span(), Correlation.WINDOW) == Distance.NEAR) {
                all.remove();
                if (joined == null) {
                    joined = burst;
                } else {
                    joined.add(burst);
                }
            }
        }
        if (joined == null) {
            joined = withoutCommonClock(seen.span());
        }
        joined.add(evidence, seen);
        bursts.add(joined);
        if (bursts.size() > MOST_BURSTS) {
            tell(bursts.removeFirst());
        }
    }

    /** The last one that nothing sets apart from this time, else a new one. */
    private Burst withoutCommonClock(Span span) {
        for (int i = bursts.size() - 1; i >= 0; i--) {
            if (bursts.get(i).reach().to(span, Correlation.WINDOW) == Distance.UNKNOWN) {
                return bursts.remove(i);
            }
        }
        return new Burst();
    }

    private void tell(Burst burst) {
        Span reach = burst.reach();
        for (Iterator<Companion> all = companions.iterator(); all.hasNext(); ) {
            Companion companion = all.next();
            if (reach.to(companion.span(), Correlation.WINDOW) != Distance.FAR) {
                all.remove();
                burst.accompany(companion.evidence(), new Seen(1, companion.span()));
            }
        }
        out.accept(new Conclusion(node, burst, gpus, List.copyOf(uses)).trouble());
    }

    private static <T> void keep(Deque<T> kept, T one, int most) {
        if (kept.size() >= most) {
            kept.removeFirst();
        }
        kept.addLast(one);
    }
}
