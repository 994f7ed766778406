package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.condition.NodeObject.Amount;
import io.medevac.domain.detection.condition.Producers.Reading;
import io.medevac.domain.detection.condition.Producers.TypeRow;
import io.medevac.domain.detection.condition.Reader.Words;
import io.medevac.domain.detection.dcgm.DcgmErrors.Result;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What conditions of nodes mean. The polarity is the type's own; a type that no table has says
 * nothing, a good state says nothing and closes nothing. The identity of a condition's fault is
 * type, reason, message, boot and transition time: a heartbeat that moves is no new fault.
 */
public final class Conditions {
    private static final String SOURCE = "condition";
    private static final int LONGEST_BOOT_ID = 64;
    private static final Meaning PLUGIN_GONE =
            new Meaning(
                    "DEVICE_PLUGIN",
                    FaultScope.MONITORING,
                    Severity.DEGRADED,
                    RecommendedAction.NONE);
    private static final Meaning NOT_ALLOCATABLE =
            new Meaning(
                    "ALLOCATABLE_DROP", FaultScope.GPU, Severity.DEGRADED, RecommendedAction.NONE);
    private static final Pattern IN_MAP =
            Pattern.compile("\"(\\d{1,9})\"\\s{0,4}:\\s{0,4}(\\w{1,8})?");
    private static final Pattern BOOT_ID = Pattern.compile("[0-9a-fA-F-]{32,36}");
    private static final Pattern TOLD =
            Pattern.compile(
                    "Node condition (\\S{1,128}) is now: (\\w{1,16}), reason: ([^,]{0,256})"
                            + "(?:, message: (.*))?",
                    Pattern.DOTALL);

    private final Producers producers = new Producers();
    private final Reader reader;
    private final SecondHand secondHand;

    /** Asks this for what an Xid means. */
    public Conditions(SecondHand secondHand) {
        this.secondHand = secondHand;
        this.reader = new Reader(secondHand);
    }

    /**
     * What a node says.
     *
     * @param otherwise name of a node that does not give its own; null when not known
     * @param currentBoot boot that the node runs, where it is known better than by the object
     */
    public List<Finding> of(
            NodeObject node, @Nullable String otherwise, @Nullable String currentBoot) {
        String name = node.name() == null ? otherwise : node.name();
        String boot = currentBoot == null ? node.bootId() : currentBoot;
        List<Finding> findings = new ArrayList<>();
        for (NodeCondition condition : node.conditions()) {
            findings.addAll(of(SOURCE, condition, name, node.bootId(), boot));
        }
        drops(node, name).values().forEach(drop -> findings.add(drop.finding()));
        return List.copyOf(findings);
    }

    /** The accelerators that pods may not have though the node has them, by resource. */
    static SortedMap<String, Drop> drops(NodeObject node, @Nullable String name) {
        SortedMap<String, Drop> drops = new TreeMap<>();
        node.accelerators()
                .forEach(
                        (resource, amount) -> {
                            if (amount.missing() > 0) {
                                drops.put(
                                        resource,
                                        new Drop(amount.missing(), drop(resource, amount, name)));
                            }
                        });
        return drops;
    }

    /**
     * A problem that the metrics of a node problem detector show: its gauge is 1 for whatever is a
     * problem by its own rules.
     */
    public List<Finding> ofProblem(String type, String reason, @Nullable String node) {
        return producers
                .type(type)
                .map(row -> of(SOURCE, new NodeCondition(type, row.bad(), reason, "", null), node))
                .orElse(List.of());
    }

    /** A condition of this node, by the words of this source; its boot is the current one. */
    List<Finding> of(String source, NodeCondition condition, @Nullable String node) {
        return of(source, condition, node, null, null);
    }

    /** The condition that a text of a node problem detector tells of. */
    static Optional<NodeCondition> told(ClusterEvent event) {
        Matcher form = TOLD.matcher(event.message());
        if (!form.find()) {
            return Optional.empty();
        }
        String message = form.group(4) == null ? "" : unquoted(form.group(4).strip());
        return Optional.of(
                new NodeCondition(
                        form.group(1), form.group(2), form.group(3), message, event.at()));
    }

    private static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }

    /** The boot that a condition names itself; empty for most. */
    Optional<String> namedBoot(NodeCondition condition) {
        String message = condition.message().strip();
        return isBootMap(condition) && BOOT_ID.matcher(message).matches()
                ? Optional.of(message)
                : Optional.empty();
    }

    /** Whether the reason of a condition is a map that grows while the condition stands. */
    boolean isBootMap(NodeCondition condition) {
        return producers
                .type(condition.type())
                .filter(type -> type.reading() == Reading.BOOT_MAP)
                .isPresent();
    }

    /**
     * What a condition says.
     *
     * @param saidBoot boot that it is of when it names none; null when not known
     * @param boot boot that runs; null when not known
     */
    List<Finding> of(
            String source,
            NodeCondition condition,
            @Nullable String node,
            @Nullable String saidBoot,
            @Nullable String boot) {
        TypeRow type = producers.type(condition.type()).orElse(null);
        if (type == null) {
            return List.of();
        }
        Words words =
                new Words(
                        source,
                        condition.type(),
                        condition.reason(),
                        condition.message(),
                        Result.FAIL,
                        node,
                        condition.lastTransitionTime());
        if (condition.status().equals("Unknown")) {
            return List.of(
                    words.finding(
                            Meaning.BLIND.fault(
                                    null,
                                    Gpu.UNKNOWN,
                                    source + ": " + type.name() + " is Unknown: blind",
                                    condition.message())));
        }
        if (!condition.status().equals(type.bad())) {
            return List.of();
        }
        if (type.reading() == Reading.BOOT_MAP) {
            return judged(ofMap(words, type), namedBoot(condition).orElse(saidBoot), boot);
        }
        Producers.ReasonRow reason = producers.reason(condition.reason()).orElse(null);
        Reading reading = reason == null ? type.reading() : reason.reading();
        Meaning meaning = reason == null ? type.meaning() : reason.meaning();
        return judged(
                reader.read(
                        words, type.reading() == Reading.FIXED ? Reading.FIXED : reading, meaning),
                saidBoot,
                boot);
    }

    private List<Finding> ofMap(Words words, TypeRow type) {
        TreeSet<Integer> codes = new TreeSet<>();
        Matcher entry = IN_MAP.matcher(words.reason());
        while (entry.find() && codes.size() < 64) {
            if (!"false".equals(entry.group(2))) {
                codes.add(Integer.valueOf(entry.group(1)));
            }
        }
        if (codes.isEmpty()) {
            return List.of(
                    words.finding(
                            type.meaning()
                                    .fault(
                                            null,
                                            Gpu.UNKNOWN,
                                            words.source() + ": " + type.name() + ", no xid in it",
                                            words.reason())));
        }
        return codes.stream()
                .map(
                        code ->
                                words.finding(
                                        secondHand.xid(
                                                words.source(),
                                                new XidReported(
                                                        null, code, null, null, words.reason()),
                                                Gpu.UNKNOWN)))
                .toList();
    }

    /** A fault of another boot than the one that runs is no fault any more. */
    private static List<Finding> judged(
            List<Finding> findings, @Nullable String saidBoot, @Nullable String boot) {
        if (saidBoot == null || boot == null || Objects.equals(saidBoot, boot)) {
            return findings;
        }
        return findings.stream().map(finding -> stale(finding, saidBoot)).toList();
    }

    private static Finding stale(Finding finding, String saidBoot) {
        Fault fault = finding.fault();
        return finding.with(
                new Fault(
                        "STALE_CONDITION",
                        fault.code(),
                        fault.gpu(),
                        fault.scope(),
                        Severity.INFO,
                        RecommendedAction.NONE,
                        fault.rule()
                                + "; stale, of another boot: "
                                + Text.cut(Text.clean(saidBoot), LONGEST_BOOT_ID),
                        fault.message()));
    }

    private static Finding drop(String resource, Amount amount, @Nullable String node) {
        String message =
                "%d of %d %s are allocatable"
                        .formatted(amount.allocatable(), amount.capacity(), resource);
        Fault fault =
                amount.allocatable() == 0
                        ? PLUGIN_GONE.fault(
                                null,
                                Gpu.UNKNOWN,
                                SOURCE + ": none is allocatable, the device plugin is gone: blind",
                                message)
                        : NOT_ALLOCATABLE.fault(
                                null,
                                Gpu.UNKNOWN,
                                SOURCE
                                        + ": the device plugin holds devices unhealthy until it"
                                        + " starts anew; which and why is not said",
                                message);
        return new Finding(fault, node, null, null, null, null, null);
    }

    /** What the accelerators of a node are called: those of NVIDIA and AMD. */
    public static boolean isAccelerator(String resource) {
        return resource.equals("nvidia.com/gpu")
                || resource.startsWith("nvidia.com/mig-")
                || resource.equals("amd.com/gpu");
    }

    Producers producers() {
        return producers;
    }

    Reader reader() {
        return reader;
    }

    /** Resources with both amounts. */
    public static Map<String, Amount> accelerators(
            Map<String, Long> capacity, Map<String, Long> allocatable) {
        Map<String, Amount> amounts = new TreeMap<>();
        capacity.forEach(
                (resource, devices) -> {
                    Long free = allocatable.get(resource);
                    if (free != null && isAccelerator(resource)) {
                        amounts.put(resource, new Amount(devices, free));
                    }
                });
        return amounts;
    }
}
