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

    static Ruling release(ReleaseNode command, Circumstances known, NodeLook look) {
        String node = command.node();
        List<Incident> atWork = known.atWorkOn(node);
        if (!atWork.isEmpty()) {
            return releaseFrom(atWork, command, known);
        }
        return switch (look) {
            case NodeLook.Unknown unknown ->
                    unlessHeld(
                            command,
                            known,
                            ruling(
                                    Outcome.REFUSED,
                                    node,
                                    "what is on it is not known: " + unknown.why(),
                                    "Try again"));
            case NodeLook.Seen seen ->
                    seen.node() == null
                            ? unlessHeld(command, known, noSuchNode(node))
                            : releaseMarks(seen.node(), command, known);
        };
    }

    private static Ruling releaseFrom(
            List<Incident> atWork, ReleaseNode command, Circumstances known) {
        List<Change> changes = new ArrayList<>(liftedHold(command, known));
        atWork.stream()
                .filter(incident -> IncidentRules.ending(incident) == null)
                .forEach(incident -> changes.add(told(incident, command)));
        String incidents =
                atWork.stream()
                        .map(each -> "%s (%s)".formatted(each.id(), each.state().name().word()))
                        .collect(Collectors.joining(", "));
        return new Ruling(
                changes.isEmpty() ? Outcome.NOTHING_TO_DO : Outcome.ACCEPTED,
                changes.isEmpty()
                        ? "it is being given back already: incident " + incidents
                        : "it is given back, in Slurm too; ended: incident " + incidents,
                "The next fault opens another incident; to prevent that: medevac hold --node "
                        + command.node(),
                command.node(),
                atWork.getFirst().id(),
                changes);
    }

    /** Nothing is at work: what is left of an incident that is over. */
    private static Ruling releaseMarks(NodeView seen, ReleaseNode command, Circumstances known) {
        String node = command.node();
        if (seen.quarantine() instanceof Mark.Unreadable unreadable) {
            return unlessHeld(
                    command,
                    known,
                    ruling(
                            Outcome.REFUSED,
                            node,
                            "its quarantine annotation is not ours to lift: " + unreadable.why(),
                            "Look who wrote it: kubectl get node " + node + " -o yaml"));
        }
        UUID signer = seen.markedFor();
        if (signer == null) {
            return unlessHeld(command, known, nothingOn(seen, known));
        }
        return known.incident(signer)
                .map(incident -> giveBack(incident, command, known))
                .orElseGet(
                        () ->
                                unlessHeld(
                                        command,
                                        known,
                                        ruling(
                                                Outcome.REFUSED,
                                                node,
                                                "its marks are of incident %s, which is not known"
                                                        .formatted(signer),
                                                "See: kubectl describe node " + node)));
    }

    private static Ruling giveBack(Incident incident, ReleaseNode command, Circumstances known) {
        List<Change> changes = new ArrayList<>(liftedHold(command, known));
        if (incident.orders().release() == null) {
            changes.add(told(incident, command));
        }
        return new Ruling(
                changes.isEmpty() ? Outcome.NOTHING_TO_DO : Outcome.ACCEPTED,
                changes.isEmpty()
                        ? "it is being given back already"
                        : "what incident %s (%s) left on it is taken off, in Slurm too"
                                .formatted(incident.id(), incident.state().name().word()),
                "",
                command.node(),
                incident.id(),
                changes);
    }

    private static Ruling nothingOn(NodeView seen, Circumstances known) {
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
                known.waitingOn(seen.name())
                        .map(waiting -> "To end its open incident: medevac cancel " + waiting.id())
                        .orElse(""));
    }

    /** Whatever else is found, a hold is lifted. */
    private static Ruling unlessHeld(ReleaseNode command, Circumstances known, Ruling otherwise) {
        List<Change> lifted = liftedHold(command, known);
        return lifted.isEmpty()
                ? otherwise
                : new Ruling(
                        Outcome.ACCEPTED,
                        "the hold is lifted; else: " + otherwise.detail(),
                        otherwise.whatToDo(),
                        command.node(),
                        null,
                        lifted);
    }

    private static List<Change> liftedHold(ReleaseNode command, Circumstances known) {
        return known.orders().hold(command.node()) == null
                ? List.of()
                : List.of(new Change.Lifted(command.node()));
    }

    private static Change told(Incident incident, ReleaseNode command) {
        return new Change.Told(
                incident.id(), new Fact.ReleaseOrdered(command.event(), command.order()));
    }

    private static Ruling noSuchNode(String node) {
        return ruling(Outcome.REFUSED, node, "there is no such node", "See: kubectl get nodes");
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
