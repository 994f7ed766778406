package io.medevac.domain.remediation.command;

import static io.medevac.domain.remediation.incident.StandingOrders.WHOLE_CLUSTER;

import io.medevac.domain.remediation.command.Ruling.Change;
import io.medevac.domain.remediation.command.Ruling.Outcome;
import io.medevac.domain.remediation.incident.Order;
import java.util.List;

/** Decides what becomes of a command. Pure: same command and circumstances, same ruling. */
public final class CommandRules {

    private CommandRules() {}

    /**
     * The ruling.
     *
     * @param known what the store knows
     * @param look what Kubernetes says of the node that the command names
     */
    public static Ruling decide(Command command, Circumstances known, NodeLook look) {
        return switch (command) {
            case Command.Pause pause -> pause(pause, known);
            case Command.Resume resume -> resume(known);
            case Command.HoldNode hold -> NodeRules.hold(hold, known, look);
            case Command.ResumeNode resume -> NodeRules.resume(resume, known);
            case Command.ReleaseNode release -> NodeRules.release(release, known, look);
            case Command.Approve approve -> IncidentRules.approve(approve, known);
            case Command.Cancel cancel -> IncidentRules.cancel(cancel, known);
            case Command.Unclear unclear ->
                    new Ruling(
                            Outcome.REFUSED,
                            unclear.problem(),
                            "See: medevac help",
                            WHOLE_CLUSTER,
                            null,
                            List.of());
        };
    }

    private static Ruling pause(Command.Pause command, Circumstances known) {
        Order standing = known.orders().pause();
        return standing != null
                ? cluster(
                        Outcome.NOTHING_TO_DO,
                        "paused already since %s %s".formatted(standing.at(), standing.words()),
                        "To go on: medevac resume")
                : cluster(
                        Outcome.ACCEPTED,
                        "nothing new is begun: no quarantine, no eviction; jobs that are leaving a"
                                + " node, replacements, releases go on",
                        "To go on: medevac resume",
                        new Change.Given(WHOLE_CLUSTER, command.order()));
    }

    private static Ruling resume(Circumstances known) {
        return known.orders().pause() == null
                ? cluster(Outcome.NOTHING_TO_DO, "the cluster is not paused", "")
                : cluster(
                        Outcome.ACCEPTED,
                        "every open incident is looked at again",
                        "",
                        new Change.Lifted(WHOLE_CLUSTER));
    }

    private static Ruling cluster(
            Outcome outcome, String detail, String whatToDo, Change... changes) {
        return new Ruling(outcome, detail, whatToDo, WHOLE_CLUSTER, null, List.of(changes));
    }
}
