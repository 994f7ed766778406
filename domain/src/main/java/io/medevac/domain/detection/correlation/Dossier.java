package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Burst.Seen;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the findings of one incident tell together. Its size is bounded: findings that are equal in
 * what counts are only counted, and beyond {@value Burst#MOST} different ones all are.
 *
 * @param entries what was found, in the order in which it was found first
 * @param gpus sets of names of one GPU each, by identity lines
 * @param uses programs that failed
 * @param uncounted findings beyond those that are told apart
 */
public record Dossier(List<Entry> entries, List<Set<String>> gpus, List<Use> uses, long uncounted) {
    /** Nothing found yet. */
    public static final Dossier EMPTY = new Dossier(List.of(), List.of(), List.of(), 0);

    /** Keeps copies. */
    public Dossier {
        entries = List.copyOf(entries);
        gpus = List.copyOf(gpus);
        uses = List.copyOf(uses);
    }

    /**
     * Something found.
     *
     * @param times how often, from 1
     */
    record Entry(Evidence evidence, long times, Span span) {}

    /**
     * Whether a finding says anything of a trouble: what only describes a log or a machine does
     * not.
     */
    public static boolean counts(Source source, Finding finding) {
        if (!Evidence.counts(finding.fault())) {
            return false;
        }
        Evidence evidence = Evidence.of(source, finding);
        return evidence.opens() || evidence.accompanies();
    }

    /** Whether a finding is a trouble by itself. */
    public static boolean opens(Source source, Finding finding) {
        return Evidence.counts(finding.fault()) && Evidence.of(source, finding).opens();
    }

    /** With this finding too; one that {@link #counts} for nothing changes nothing. */
    public Dossier with(Source source, Finding finding) {
        if (!counts(source, finding)) {
            return this;
        }
        Burst burst = burst();
        Evidence evidence = Evidence.of(source, finding);
        Span span = Span.of(finding.at());
        burst.add(evidence, new Seen(1, span));
        List<Entry> found = new ArrayList<>();
        burst.seen().forEach((what, seen) -> found.add(new Entry(what, seen.times(), seen.span())));
        return new Dossier(found, gpus, uses(finding, evidence, span), burst.uncounted());
    }

    /** How often the same was found; 0 when it is not told apart from others. */
    public long times(Source source, Finding finding) {
        Evidence evidence = Evidence.of(source, finding);
        return entries.stream()
                .filter(entry -> entry.evidence().equals(evidence))
                .mapToLong(Entry::times)
                .findFirst()
                .orElse(0);
    }

    /**
     * What one of its findings means beside the others: of what two sources tell, the richer
     * counts; the recovery that the driver itself asks for counts for all of the GPU's hardware.
     */
    public Fault judged(String node, Source source, Finding finding) {
        Fault fault = finding.fault();
        Evidence evidence = Evidence.of(source, finding);
        if (entries.stream().noneMatch(entry -> entry.evidence().equals(evidence))) {
            return fault;
        }
        Verdict own = evidence.verdict();
        Verdict verdict = conclusion(node).verdictOf(evidence);
        return verdict.equals(own)
                ? fault
                : new Fault(
                        fault.kind(),
                        fault.code(),
                        fault.gpu(),
                        verdict.scope(),
                        verdict.severity(),
                        verdict.action(),
                        "%s; others of this incident tell more of it: %s %s instead of %s %s"
                                .formatted(
                                        fault.rule(),
                                        verdict.severity(),
                                        verdict.action(),
                                        own.severity(),
                                        own.action()),
                        fault.message());
    }

    /** All together; there must be a finding that {@link #opens} in it. */
    public Trouble trouble(String node) {
        return conclusion(node).trouble();
    }

    private Conclusion conclusion(String node) {
        return new Conclusion(node, burst(), gpus, uses);
    }

    private Burst burst() {
        Burst burst = new Burst(uncounted);
        for (Entry entry : entries) {
            burst.add(entry.evidence(), new Seen(entry.times(), entry.span()));
        }
        return burst;
    }

    private List<Use> uses(Finding finding, Evidence evidence, Span span) {
        Use use = Use.of(finding, evidence.names(), span);
        if (use == null) {
            return uses;
        }
        List<Use> more = new ArrayList<>(uses);
        if (more.size() >= NodeTroubles.MOST_USES) {
            more.removeFirst();
        }
        more.add(use);
        return more;
    }
}
