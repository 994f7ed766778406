package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Evidence.Mark;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person should know of a trouble beside its verdict. */
final class Notes {
    /**
     * Programs that must fail on one GPU, and within what time, before the GPU is suspected: one
     * program can fail by itself again and again, three that do not know each other hardly.
     */
    private static final int SUSPICIOUS = 3;

    private static final Duration MEMORY = Duration.ofHours(24);
    private static final Map<String, String> SURROUNDINGS =
            Map.of(
                    "STALE_CONDITION", "a condition of an earlier boot counts no more",
                    "MAINTENANCE", "maintenance of the node is planned",
                    "SLURM_DRAIN", "Slurm drains the node",
                    "OTHER_REMEDIATOR", "another remediator is at work on the node",
                    "REPAIR_BLOCKED", "another remediator wants to repair the node and may not");

    private final Conclusion conclusion;
    private final Fact root;
    private final List<String> notes = new ArrayList<>();

    Notes(Conclusion conclusion, Fact root) {
        this.conclusion = conclusion;
        this.root = root;
    }

    List<String> all() {
        disagreement();
        contradiction();
        asked();
        repeated();
        flaps();
        causes();
        cleanUp();
        hidden();
        places();
        programs();
        monitoring();
        surroundings();
        if (conclusion.burst().uncounted() > 0) {
            notes.add("more different records than are told apart: the rest is only counted");
        }
        return List.copyOf(notes);
    }

    private void disagreement() {
        TreeSet<String> said = new TreeSet<>();
        for (Fact fact : conclusion.poorer()) {
            Evidence its = fact.evidence();
            conclusion
                    .richer(fact)
                    .map(Fact::evidence)
                    .filter(better -> better.source() != its.source())
                    .filter(
                            better ->
                                    better.action() != its.action()
                                            || better.severity() != its.severity())
                    .ifPresent(
                            better ->
                                    said.add(
                                            "sources disagree on %s: %s says %s, %s %s; %s counts"
                                                    .formatted(
                                                            its.subject(),
                                                            name(better.source()),
                                                            verdict(better),
                                                            name(its.source()),
                                                            verdict(its),
                                                            name(better.source()))));
        }
        notes.addAll(said);
    }

    private void contradiction() {
        if (any(Mark.CONTRADICTORY)) {
            notes.add("number and text of a record contradict each other");
        }
    }

    private void asked() {
        if (any(Mark.ASKED)) {
            notes.add("the driver itself names the recovery (xid 154)");
        } else if (any(Mark.ASKS_NOTHING)) {
            notes.add("the driver says that no recovery is needed any more (xid 154)");
        }
    }

    private void repeated() {
        conclusion.facts().stream()
                .filter(Fact::repeated)
                .map(
                        fact ->
                                "%s came %d times on one link: to be reported"
                                        .formatted(fact.evidence().subject(), fact.seen().times()))
                .distinct()
                .sorted()
                .forEach(notes::add);
    }

    private void flaps() {
        long down =
                conclusion.facts().stream()
                        .filter(fact -> fact.evidence().kind().equals("NIC_LINK"))
                        .filter(fact -> fact.evidence().opens())
                        .mapToLong(fact -> fact.seen().times())
                        .sum();
        if (down > 1) {
            notes.add("links of NICs went down %d times".formatted(down));
        }
    }

    private void causes() {
        String causes =
                conclusion.facts().stream()
                        .map(fact -> fact.evidence().cause())
                        .filter(cause -> cause != null)
                        .distinct()
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        if (!causes.isEmpty()) {
            notes.add("xid 45 names xid " + causes + " as its cause, which is charged");
        }
    }

    private void cleanUp() {
        long followers =
                conclusion.facts().stream()
                        .filter(
                                fact ->
                                        fact.evidence().cleansUp()
                                                || fact.evidence().cause() != null)
                        .mapToLong(fact -> fact.seen().times())
                        .sum();
        if (followers > 0 && !root.evidence().cleansUp()) {
            notes.add("clean-up suppressed: %d records of xid 43 or 45".formatted(followers));
        }
    }

    /** One slot a GPU: where the kernel's own log is there, nothing is hidden. */
    private void hidden() {
        boolean log =
                conclusion.facts().stream()
                        .map(Fact::evidence)
                        .anyMatch(
                                said ->
                                        said.source() == Source.KERNEL
                                                && said.scope() != FaultScope.MONITORING);
        if (any(Mark.MAY_HIDE) && !log) {
            notes.add("dcgm shows the last code only: it may hide an earlier fault");
        }
    }

    private void places() {
        Set<Set<String>> devices =
                conclusion.facts().stream()
                        .filter(fact -> fact.evidence().subject().equals(root.evidence().subject()))
                        .map(fact -> conclusion.devices().all(fact.evidence().names()))
                        .filter(names -> !names.isEmpty())
                        .collect(Collectors.toSet());
        FaultScope scope = root.evidence().scope();
        if (devices.size() > 1) {
            notes.add(
                    "%s repeated on %d devices"
                            .formatted(root.evidence().subject(), devices.size()));
        } else if (devices.isEmpty() && (scope == FaultScope.GPU || scope == FaultScope.NVLINK)) {
            notes.add("which GPU is not told");
        }
        if (root.evidence().action() == RecommendedAction.UNKNOWN) {
            notes.add(
                    root.evidence().code() == null
                            ? "no code is told: reported, never repaired"
                            : "%s is unknown: reported, never repaired"
                                    .formatted(root.evidence().subject()));
        }
    }

    private void programs() {
        if (!Conclusion.ofPrograms(root)) {
            return;
        }
        List<Use> uses = conclusion.uses().stream().filter(use -> !use.names().isEmpty()).toList();
        List<Use> here = uses.stream().filter(use -> near(use, Duration.ZERO)).toList();
        if (onSeveralGpus(here)) {
            notes.add("one program failed on several GPUs: the program is at fault, not a GPU");
            return;
        }
        Map<Set<String>, Set<String>> runs = new HashMap<>();
        uses.stream()
                .filter(use -> near(use, MEMORY))
                .forEach(
                        use ->
                                runs.computeIfAbsent(device(use), gpu -> new HashSet<>())
                                        .add(use.run()));
        Collection<Set<String>> suspects =
                here.stream()
                        .map(this::device)
                        .distinct()
                        .filter(gpu -> runs.getOrDefault(gpu, Set.of()).size() >= SUSPICIOUS)
                        .toList();
        conclusion.devices().shown(suspects).stream()
                .map(gpu -> gpu.index() == null ? gpu.name() : "GPU " + gpu.index())
                .map(gpu -> gpu + " is suspected: different programs failed on it")
                .forEach(notes::add);
    }

    private boolean onSeveralGpus(List<Use> uses) {
        return uses.stream()
                .anyMatch(
                        use ->
                                uses.stream()
                                        .anyMatch(
                                                other ->
                                                        use.sameProgram(other)
                                                                && !device(use)
                                                                        .equals(device(other))));
    }

    private Set<String> device(Use use) {
        return conclusion.devices().all(use.names());
    }

    private boolean near(Use use, Duration reach) {
        return conclusion.burst().reach().to(use.span(), reach) != Span.Distance.FAR;
    }

    private void monitoring() {
        boolean blind =
                conclusion.standing().stream()
                        .anyMatch(fact -> fact.evidence().scope() == FaultScope.MONITORING);
        if (blind) {
            notes.add("a source is blind: neither healthy nor broken");
        }
    }

    private void surroundings() {
        conclusion.surroundings().stream()
                .map(fact -> SURROUNDINGS.getOrDefault(fact.evidence().kind(), ""))
                .filter(note -> !note.isEmpty())
                .distinct()
                .sorted()
                .forEach(notes::add);
    }

    private boolean any(Mark mark) {
        return conclusion.facts().stream().anyMatch(fact -> fact.evidence().has(mark));
    }

    private static String name(Source source) {
        return source.name().toLowerCase(Locale.ROOT);
    }

    private static String verdict(Evidence evidence) {
        return Stream.of(evidence.severity(), evidence.action())
                .filter(word -> word != Severity.UNKNOWN && word != RecommendedAction.UNKNOWN)
                .map(Object::toString)
                .collect(
                        Collectors.collectingAndThen(
                                Collectors.joining(" "),
                                words -> words.isEmpty() ? "unknown" : words));
    }
}
