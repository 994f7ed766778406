package io.medevac.domain.remediation.command;

import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.command.Command.ReleaseNode;
import io.medevac.domain.remediation.command.Ruling.Change;
import io.medevac.domain.remediation.command.Ruling.Outcome;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** What becomes of a command about one node. */
final class NodeRules {

    private NodeRules() {}

    static Ruling hold(Command.HoldNode command, Circumstances known, NodeLook look) {
        String node = command.node();
        Order standing = known.orders().hold(node);
        if (standing != null) {
            return ruling(
                    Outcome.NOTHING_TO_DO,
                    node,
                    "held already since %s %s".formatted(standing.at(), standing.words()),
                    endOfHold(node));
        }
        if (look instanceof NodeLook.Seen seen && seen.node() == null) {
            return noSuchNode(node);
        }
        String atWork =
                known.atWorkOn(node).stream()
                        .map(
                                incident ->
                                        "; incident %s is %s: jobs that are leaving go on"
                                                .formatted(
                                                        incident.id(),
                                                        incident.state().name().word()))
                        .collect(Collectors.joining());
        return ruling(
                Outcome.ACCEPTED,
                node,
                "nothing new is begun on it: no quarantine, no eviction, no replacement" + atWork,
                endOfHold(node),
                new Change.Given(node, command.order()));
    }

    static Ruling resume(Command.ResumeNode command, Circumstances known) {
        String node = command.node();
        return known.orders().hold(node) == null
                ? ruling(Outcome.NOTHING_TO_DO, node, "nobody holds it", "")
                : ruling(
                        Outcome.ACCEPTED, node, "its incidents go on", "", new Change.Lifted(node));
    }

    /**
     * Whoever wants the node back wants no incident to take it again: the ones that wait end too.
     */
    static Ruling release(ReleaseNode command, Circumstances known, NodeLook look) {
        List<Change> changes = new ArrayList<>(liftedHold(command, known));
        known.openOn(command.node()).stream()
                .filter(incident -> IncidentRules.ending(incident) == null)
                .forEach(incident -> changes.add(told(incident, command)));
        List<Incident> atWork = known.atWorkOn(command.node());
        if (!atWork.isEmpty()) {
            return releaseFrom(atWork, command, changes);
        }
        Ruling ofMarks =
                switch (look) {
                    case NodeLook.Unknown unknown ->
                            ruling(
                                    Outcome.REFUSED,
                                    command.node(),
                                    "what is on it is not known: " + unknown.why(),
                                    "Try again");
                    case NodeLook.Seen seen ->
                            seen.node() == null
                                    ? noSuchNode(command.node())
                                    : releaseMarks(seen.node(), command, known);
                };
        return changes.isEmpty() ? ofMarks : with(changes, ofMarks);
    }

    private static Ruling releaseFrom(
            List<Incident> atWork, ReleaseNode command, List<Change> changes) {
        String incidents =
                atWork.stream()
                        .map(each -> "%s (%s)".formatted(each.id(), each.state().name().word()))
                        .collect(Collectors.joining(", "));
        return new Ruling(
                changes.isEmpty() ? Outcome.NOTHING_TO_DO : Outcome.ACCEPTED,
                changes.isEmpty()
                        ? "it is being given back already: incident " + incidents
                        : "it is given back, in Slurm too; ended: incident " + incidents,
                keepAway(command.node()),
                command.node(),
                atWork.getFirst().id(),
                changes);
    }

    /** What is done whatever else is found: the hold is lifted, incidents that wait are ended. */
    private static Ruling with(List<Change> changes, Ruling ofMarks) {
        List<Change> all = new ArrayList<>(changes);
        all.addAll(ofMarks.changes());
        String done = "its hold and the incidents that wait for it are ended";
        return new Ruling(
                Outcome.ACCEPTED,
                ofMarks.outcome() == Outcome.NOTHING_TO_DO ? done : done + "; " + ofMarks.detail(),
                ofMarks.outcome() == Outcome.REFUSED
                        ? ofMarks.whatToDo()
                        : keepAway(ofMarks.node()),
                ofMarks.node(),
                ofMarks.incident(),
                all);
    }

    /** Nothing is at work: what is left of an incident that is over. */
    private static Ruling releaseMarks(NodeView seen, ReleaseNode command, Circumstances known) {
        String node = command.node();
        if (seen.quarantine() instanceof Mark.Unreadable unreadable) {
            return ruling(
                    Outcome.REFUSED,
                    node,
                    "its quarantine annotation is not ours to lift: " + unreadable.why(),
                    "Look who wrote it: kubectl get node " + node + " -o yaml");
        }
        UUID signer = seen.markedFor();
        if (signer == null) {
            return nothingOn(seen);
        }
        String stays =
                seen.unschedulable() && !seen.quarantine().signedFor(signer)
                        ? cordonStays(node)
                        : "";
        return known.incident(signer)
                .map(incident -> giveBack(incident, command, stays))
                .orElseGet(
                        () ->
                                ruling(
                                        Outcome.REFUSED,
                                        node,
                                        "its marks are of incident %s, which is not known"
                                                .formatted(signer),
                                        "See: kubectl describe node " + node));
    }

    private static Ruling giveBack(Incident incident, ReleaseNode command, String stays) {
        boolean underWay = !incident.closed() || incident.orders().release() != null;
        return new Ruling(
                underWay ? Outcome.NOTHING_TO_DO : Outcome.ACCEPTED,
                underWay
                        ? "it is being given back already"
                        : "what incident %s (%s) left on it is taken off, in Slurm too"
                                .formatted(incident.id(), incident.state().name().word()),
                stays,
                command.node(),
                incident.id(),
                underWay ? List.of() : List.of(told(incident, command)));
    }

    private static Ruling nothingOn(NodeView seen) {
        if (seen.claim() instanceof Mark.Signed claim) {
            return ruling(
                    Outcome.REFUSED,
                    seen.name(),
                    "it is to replace the node of incident " + claim.incident(),
                    "To end that incident: medevac cancel " + claim.incident());
        }
        return ruling(
                Outcome.NOTHING_TO_DO,
                seen.name(),
                "nothing of ours is on it",
                seen.unschedulable() ? cordonStays(seen.name()) : drainMayStay(seen.name()));
    }

    private static List<Change> liftedHold(ReleaseNode command, Circumstances known) {
        return known.orders().hold(command.node()) == null
                ? List.of()
                : List.of(new Change.Lifted(command.node()));
    }

    /** One for which nothing was done yet leaves nothing to give back. */
    private static Change told(Incident incident, ReleaseNode command) {
        boolean waits = !incident.closed() && incident.untouched();
        return new Change.Told(
                incident.id(),
                waits
                        ? new Fact.CancelOrdered(command.event(), command.order())
                        : new Fact.ReleaseOrdered(command.event(), command.order()));
    }

    private static String keepAway(String node) {
        return "The next fault opens another incident; to prevent that: medevac hold --node "
                + node;
    }

    /** Without a signature a cordon may be anybody's. */
    private static String cordonStays(String node) {
        return "Its cordon carries no signature of ours and stays. If nobody wants it out: kubectl"
                + " uncordon "
                + node;
    }

    /** The marks in Kubernetes went with the node object; Slurm knows nothing of it. */
    private static String drainMayStay(String node) {
        return "If Slurm still drains it for an incident of ours (scontrol show node %1$s): scontrol update nodename=%1$s state=undrain"
                .formatted(node);
    }

    private static Ruling noSuchNode(String node) {
        return ruling(
                Outcome.REFUSED,
                node,
                "there is no such node",
                "See: kubectl get nodes. " + drainMayStay(node));
    }

    private static String endOfHold(String node) {
        return "To go on: medevac resume --node %1$s; to have it back: medevac release --node %1$s"
                .formatted(node);
    }

    private static Ruling ruling(
            Outcome outcome, String node, String detail, String whatToDo, Change... changes) {
        return new Ruling(outcome, detail, whatToDo, node, null, List.of(changes));
    }
}
