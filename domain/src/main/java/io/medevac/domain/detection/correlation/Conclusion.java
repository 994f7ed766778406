package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Evidence.Mark;
import io.medevac.domain.detection.correlation.Trouble.Root;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a burst means. Where several sources tell of the same, the richest counts; where the driver
 * itself asks for a recovery of a GPU, that counts for all of the GPU's hardware.
 */
final class Conclusion {
    private final @Nullable String node;
    private final Burst burst;
    private final Devices devices;
    private final List<Use> uses;
    private final List<Fact> all = new ArrayList<>();
    private final List<Fact> poorer = new ArrayList<>();
    private final List<Fact> standing = new ArrayList<>();

    /**
     * @param gpus sets of names of GPUs, by identity lines
     * @param uses programs that failed, in this burst and before
     */
    Conclusion(@Nullable String node, Burst burst, Collection<Set<String>> gpus, List<Use> uses) {
        this.node = node;
        this.burst = burst;
        this.uses = uses;
        List<Set<String>> named = new ArrayList<>(gpus);
        burst.seen().keySet().forEach(evidence -> named.add(evidence.names()));
        this.devices = new Devices(named);
        burst.seen()
                .forEach((evidence, seen) -> all.add(new Fact(evidence, seen, evidence.verdict())));
        for (Fact fact : all) {
            if (!fact.evidence().surrounds()) {
                (richer(fact).isPresent() ? poorer : standing).add(decided(fact));
            }
        }
        standing.sort(Fact.ROOT_FIRST);
    }

    Trouble trouble() {
        Fact root = standing.getFirst();
        return new Trouble(
                node,
                devices.shown(facts().stream().map(fact -> fact.evidence().names()).toList()),
                codes(),
                root(root),
                root.evidence().scope(),
                severity(),
                action(root),
                occurrences(),
                burst.span().first(),
                burst.span().last(),
                sources(),
                new Notes(this, root).all());
    }

    /** Those that are about faults. */
    List<Fact> facts() {
        return all.stream().filter(fact -> !fact.evidence().surrounds()).toList();
    }

    /** Those that only surround faults. */
    List<Fact> surroundings() {
        return all.stream().filter(fact -> fact.evidence().surrounds()).toList();
    }

    /** Those of which a richer source tells too. */
    List<Fact> poorer() {
        return poorer;
    }

    /** Those that count, the root first. */
    List<Fact> standing() {
        return standing;
    }

    Devices devices() {
        return devices;
    }

    Burst burst() {
        return burst;
    }

    List<Use> uses() {
        return uses;
    }

    /** What one of the facts means beside the others. */
    Verdict verdictOf(Evidence evidence) {
        Fact own =
                all.stream()
                        .filter(fact -> fact.evidence().equals(evidence))
                        .findFirst()
                        .orElseThrow();
        return decided(richer(own).orElse(own)).verdict();
    }

    /** What a richer source tells of the same. */
    Optional<Fact> richer(Fact fact) {
        Evidence its = fact.evidence();
        return all.stream()
                .filter(other -> !other.evidence().surrounds())
                .filter(other -> Evidence.RICHEST_FIRST.compare(other.evidence(), its) < 0)
                .filter(other -> other.evidence().subject().equals(its.subject()))
                .filter(
                        other ->
                                its.cause() != null
                                        || !devices.differ(other.evidence().names(), its.names()))
                .min(Comparator.comparing(Fact::evidence, Evidence.RICHEST_FIRST));
    }

    /** The subject; its kind in the words of a record, where one names it so. */
    private Root root(Fact root) {
        Root subject = root.evidence().subject();
        boolean said =
                subject.code() == null
                        || facts().stream()
                                .anyMatch(
                                        fact ->
                                                subject.code().equals(fact.evidence().code())
                                                        || subject.code()
                                                                .equals(fact.evidence().cause()));
        return said ? subject : new Root(root.evidence().kind(), root.evidence().code());
    }

    private Fact decided(Fact fact) {
        if (!fact.ofGpu()) {
            return fact;
        }
        Verdict asked = null;
        for (Fact other : all) {
            Evidence its = other.evidence();
            if (its.has(Mark.ASKED)
                    && !devices.differ(its.names(), fact.evidence().names())
                    && (asked == null || its.verdict().stricterThan(asked))) {
                asked = its.verdict();
            }
        }
        if (asked != null) {
            return fact.with(asked.atLeast(fact.verdict().severity()));
        }
        Evidence its = fact.evidence();
        return fact.repeated()
                ? fact.with(
                        new Verdict(
                                its.scope(), its.severity(), RecommendedAction.CONTACT_SUPPORT, ""))
                : fact;
    }

    private RecommendedAction action(Fact root) {
        Verdict strictest = root.verdict();
        for (Fact fact : standing) {
            if (fact.verdict().stricterThan(strictest)
                    && fact.verdict().action() != strictest.action()) {
                strictest = fact.verdict();
            }
        }
        return strictest.action();
    }

    /** The worst; what is unknown is worse than harmless. */
    private Severity severity() {
        Severity worst = Severity.INFO;
        boolean unknown = false;
        for (Fact fact : standing) {
            Severity severity = fact.verdict().severity();
            unknown |= severity == Severity.UNKNOWN;
            worst = severity.compareTo(worst) > 0 ? severity : worst;
        }
        return unknown && worst == Severity.INFO ? Severity.UNKNOWN : worst;
    }

    private List<Integer> codes() {
        TreeSet<Integer> codes = new TreeSet<>();
        for (Fact fact : facts()) {
            Integer code = fact.evidence().code();
            Integer cause = fact.evidence().cause();
            if (code != null) {
                codes.add(code);
            }
            if (cause != null) {
                codes.add(cause);
            }
        }
        return List.copyOf(codes);
    }

    private List<Source> sources() {
        return facts().stream().map(fact -> fact.evidence().source()).distinct().sorted().toList();
    }

    private long occurrences() {
        return burst.uncounted() + facts().stream().mapToLong(fact -> fact.seen().times()).sum();
    }

    /** Whether it is about programs only. */
    static boolean ofPrograms(Fact root) {
        return root.evidence().scope() == FaultScope.APPLICATION;
    }
}
