package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which nodes another remediator has in hand. That is no fault; it keeps our hands off. */
public final class OtherRemediators {
    private static final Meaning AT_WORK =
            new Meaning("OTHER_REMEDIATOR", FaultScope.HOST, Severity.INFO, RecommendedAction.NONE);
    private static final Meaning BLOCKED =
            new Meaning("REPAIR_BLOCKED", FaultScope.HOST, Severity.INFO, RecommendedAction.NONE);
    private static final String CLUSTER_API = "cluster.x-k8s.io";

    private OtherRemediators() {}

    /** Whether objects of this kind say something. */
    public static boolean isRemediation(String group, String kind) {
        return kind.equals("NodeHealthCheck")
                || kind.endsWith("Remediation")
                || (group.equals(CLUSTER_API)
                        && (kind.equals("Machine") || kind.equals("MachineHealthCheck")));
    }

    /** What an object says. */
    public static List<Finding> of(RemediationObject object) {
        if (object.kind().equals("NodeHealthCheck")) {
            List<Finding> findings = new ArrayList<>();
            new TreeMap<>(object.inFlight())
                    .forEach((node, since) -> findings.add(atWork(object, node, since)));
            return findings;
        }
        return switch (object.kind()) {
            case "Machine" -> machine(object);
            case "MachineHealthCheck" ->
                    object.conditions().stream()
                            .filter(condition -> is(condition, "RemediationAllowed"))
                            .map(condition -> blocked(object, condition))
                            .toList();
            default ->
                    object.kind().endsWith("Remediation")
                            ? List.of(
                                    atWork(
                                            object,
                                            object.nodeRef() == null
                                                    ? object.name()
                                                    : object.nodeRef(),
                                            null))
                            : List.of();
        };
    }

    private static List<Finding> machine(RemediationObject machine) {
        boolean asked =
                machine.annotations().contains(CLUSTER_API + "/remediate-machine")
                        || machine.conditions().stream()
                                .anyMatch(
                                        condition ->
                                                is(condition, "OwnerRemediated")
                                                        || is(condition, "ExternallyRemediated")
                                                        || is(condition, "HealthCheckSucceeded"));
        return asked
                ? List.of(
                        atWork(
                                machine,
                                machine.nodeRef(),
                                machine.conditions().stream()
                                        .map(NodeCondition::lastTransitionTime)
                                        .filter(Objects::nonNull)
                                        .max(Instant::compareTo)
                                        .orElse(null)))
                : List.of();
    }

    private static boolean is(NodeCondition condition, String type) {
        return condition.type().equals(type) && condition.status().equals("False");
    }

    private static Finding atWork(
            RemediationObject object, @Nullable String node, @Nullable Instant since) {
        String who = object.kind() + " " + object.name();
        return new Finding(
                AT_WORK.fault(
                        null,
                        Gpu.UNKNOWN,
                        "condition: another remediator is at work, hands off: " + object.kind(),
                        who),
                node,
                null,
                null,
                null,
                null,
                since);
    }

    private static Finding blocked(RemediationObject object, NodeCondition condition) {
        return new Finding(
                BLOCKED.fault(
                        null,
                        Gpu.UNKNOWN,
                        "condition: a guard of another remediator: " + condition.reason(),
                        object.kind() + " " + object.name() + " " + condition.message()),
                null,
                null,
                null,
                null,
                null,
                condition.lastTransitionTime());
    }
}
