package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a person can do, with the command to type. */
final class Advice {

    private Advice() {}

    /** About the answers that hold the incident. */
    static String held(List<GateAnswer> answers, Look look) {
        NodeView node = look.sameNode();
        @Nullable String repair = node == null ? null : node.labels().get(WellKnown.REPAIR_LABEL);
        if (repair != null && look.incident().untouched()) {
            return "Nothing: %s is out of its pool already and waits for repair (%s=%s)."
                    .formatted(look.incident().node(), WellKnown.REPAIR_LABEL, repair);
        }
        return GateAnswer.holding(answers).stream()
                .map(answer -> about(answer, look))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    static String jobsStay(String node) {
        return "See what keeps them: squeue -w %1$s; scontrol show node %1$s. The node stays cordoned. "
                        .formatted(node)
                + haveItBack(node);
    }

    static String jobsLost(Evacuation evacuation) {
        return evacuation.lostJobs().stream()
                .map(job -> "scontrol show job " + job.jobId())
                .collect(Collectors.joining("; ", "See why, and submit again: ", ""));
    }

    static String jobsLate(List<Long> jobs) {
        return jobs.stream()
                .map(job -> "squeue -j " + job + " --start")
                .collect(Collectors.joining("; ", "See what they wait for: ", ""));
    }

    static String replacementFailed(OpenIncident again, List<Long> jobs) {
        String follow =
                "Follow the incident of %s: medevac show %s".formatted(again.node(), again.id());
        return jobs.isEmpty() ? follow : follow + ". " + jobsLate(jobs);
    }

    static String notJoined(String node) {
        return "See why slurmd does not register: scontrol show node %s; ".formatted(node)
                + "kubectl get pods -A -o wide --field-selector spec.nodeName="
                + node;
    }

    static String marksLeft(String node) {
        return "Take them off: kubectl taint node %s %s-; kubectl annotate node %s %s-"
                .formatted(node, WellKnown.QUARANTINE_TAINT, node, WellKnown.QUARANTINE_ANNOTATION);
    }

    private static String once(Look look) {
        return "To allow it this once: medevac approve " + look.incident().id() + "; ";
    }

    private static String haveItBack(String node) {
        return "To have it back: medevac release --node " + node;
    }

    private static String aboutFault(GateAnswer answer, String node) {
        return switch (answer.reason()) {
            case "ApplicationFault" -> "Nothing to do to the node: the fault is the application's.";
            case "Blind" ->
                    "See why the source says nothing (runbook blind). When it speaks again: medevac"
                            + " release --node "
                            + node;
            default ->
                    "Look at the node; Medevac does not take it out for this fault. To take it out: "
                            + "kubectl cordon "
                            + node;
        };
    }

    private static String about(GateAnswer answer, Look look) {
        String node = look.incident().node();
        return switch (answer.reason()) {
            case "DryRun" -> once(look) + "always: mode: enforce for the pool in the policy file.";
            case "Paused" -> "To go on: medevac resume";
            case "NodeHeld" ->
                    "To go on: medevac resume --node %s. ".formatted(node) + haveItBack(node);
            case "ApplicationFault", "Blind", "UnknownFault", "ActionLeavesNodeIn", "NotCritical" ->
                    aboutFault(answer, node);
            case "NodeForbids" ->
                    once(look)
                            + "for good: kubectl label node %1$s %2$s-; kubectl annotate node %1$s %2$s-"
                                    .formatted(node, WellKnown.OPT_OUT);
            case "PodForbids" ->
                    once(look)
                            + "for good: take %s off the pod, or end the pod (%s)."
                                    .formatted(WellKnown.OPT_OUT, answer.detail());
            case "FailedAgain" ->
                    once(look)
                            + "else nothing: it goes on by itself when the time is over, but look at"
                            + " the node first: its repair did not help.";
            case "ForeignCordon" -> "Finish the work on the node, then: kubectl uncordon " + node;
            case "ForeignMark", "BeingDeleted", "OtherIncident" ->
                    "Nothing, until the other work on the node is over: " + answer.detail() + ".";
            case "UnreadableMark" ->
                    "Look who wrote it: kubectl get node %s -o yaml (%s)"
                            .formatted(node, answer.detail());
            case "NoPool" ->
                    "To put it into a pool: kubectl label node %s %s=POOL"
                            .formatted(node, WellKnown.POOL_LABEL);
            case "UnknownMachine" ->
                    "Check the node by hand: it is not known which machine had the fault.";
            case "PoolNotRead" -> "Nothing: it is asked again in a moment.";
            case "Spent", "OthersFirst" ->
                    "Nothing: it goes on when an incident before it is closed.";
            case "Open" -> "Too much of the pool is out: bring nodes back (kubectl get nodes).";
            case "NoSpare", "NoFitSpare", "SpareForOthers" ->
                    "Bring a spare: kubectl cordon NODE; kubectl label node NODE %s=%s"
                            .formatted(WellKnown.SPARE_LABEL, look.incident().pool());
            case "BudgetBlocks" ->
                    "Raise the budget or end the pod: kubectl get pdb -A (%s)"
                            .formatted(answer.detail());
            case "PermissionMissing" ->
                    "Give the permission back: kubectl apply -f k8s/rbac/remediator.yaml ("
                            + answer.detail()
                            + ")";
            case "NodeUnreachable" ->
                    "Make sure that the machine is off, then: kubectl taint node "
                            + node
                            + " node.kubernetes.io/out-of-service=off:NoExecute";
            case "StillEnding" ->
                    "See what keeps them: kubectl get pods -A --field-selector spec.nodeName="
                            + node;
            default -> "See: " + answer.detail();
        };
    }
}
