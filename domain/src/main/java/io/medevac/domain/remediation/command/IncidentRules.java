package io.medevac.domain.remediation.command;

import static io.medevac.domain.remediation.incident.StandingOrders.WHOLE_CLUSTER;

import io.medevac.domain.remediation.command.Command.OnIncident;
import io.medevac.domain.remediation.command.Ruling.Change;
import io.medevac.domain.remediation.command.Ruling.Outcome;
import io.medevac.domain.remediation.gate.CooldownGate;
import io.medevac.domain.remediation.gate.ModeGate;
import io.medevac.domain.remediation.gate.OptOutGate;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.IncidentState.Closed;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.incident.IncidentState.Releasing;
import io.medevac.domain.remediation.incident.IncidentState.Verifying;
import io.medevac.domain.remediation.incident.Order;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What becomes of a command about one incident. */
final class IncidentRules {

    /** Gates that an approval answers. */
    private static final Set<String> APPROVABLE =
            Set.of(ModeGate.NAME, OptOutGate.NAME, CooldownGate.NAME);

    private IncidentRules() {}

    static Ruling approve(Command.Approve command, Circumstances known) {
        return known.incident(command.incident())
                .map(incident -> approve(command, incident))
                .orElseGet(() -> unknown(command));
    }

    private static Ruling approve(Command.Approve command, Incident incident) {
        IncidentState state = incident.state();
        if (state instanceof Closed closed) {
            return ruling(
                    Outcome.REFUSED,
                    incident,
                    "the incident is over: " + closed.reason(),
                    "See: medevac show " + incident.id());
        }
        String ending = ending(incident);
        if (ending != null) {
            return ruling(Outcome.REFUSED, incident, "the incident is being ended: " + ending, "");
        }
        Order standing = incident.orders().approval();
        return standing != null
                ? ruling(
                        Outcome.NOTHING_TO_DO, incident, "approved already " + standing.words(), "")
                : ruling(
                        Outcome.ACCEPTED,
                        incident,
                        "neither dry run, opt-out nor cooldown holds it any more"
                                + stillHeld(state),
                        "To stop it: medevac cancel " + incident.id(),
                        new Change.Told(
                                incident.id(),
                                new Fact.Approved(command.event(), command.order())));
    }

    static Ruling cancel(Command.Cancel command, Circumstances known) {
        return known.incident(command.incident())
                .map(incident -> cancel(command, incident))
                .orElseGet(() -> unknown(command));
    }

    private static Ruling cancel(Command.Cancel command, Incident incident) {
        if (incident.state() instanceof Closed closed) {
            return ruling(
                    Outcome.NOTHING_TO_DO,
                    incident,
                    "the incident is over already: " + closed.reason(),
                    "If its node is still out, to have it back: medevac release --node "
                            + incident.node());
        }
        String ending = ending(incident);
        return ending != null
                ? ruling(
                        Outcome.NOTHING_TO_DO,
                        incident,
                        "the incident is being ended already: " + ending,
                        "")
                : ruling(
                        Outcome.ACCEPTED,
                        incident,
                        whatCancelDoes(incident),
                        "The next fault opens another incident; to prevent that: medevac hold --node "
                                + incident.node(),
                        new Change.Told(
                                incident.id(),
                                new Fact.CancelOrdered(command.event(), command.order())));
    }

    private static String whatCancelDoes(Incident incident) {
        if (incident.state() instanceof Verifying verifying) {
            return "the incident ends; %s stays in place of %s"
                    .formatted(verifying.replacement().node(), incident.node());
        }
        return incident.untouched()
                ? "the incident ends before anything was done to " + incident.node()
                : "the incident ends; %s is given back, in Slurm too".formatted(incident.node());
    }

    /** Why the incident is being ended, in words; null when it is not. */
    static @Nullable String ending(Incident incident) {
        return incident.state() instanceof Releasing releasing
                ? releasing.reason()
                : incident.orders().ending();
    }

    private static String stillHeld(IncidentState state) {
        if (!(state instanceof Held held)) {
            return "";
        }
        String others =
                GateAnswer.holding(held.answers()).stream()
                        .filter(answer -> !APPROVABLE.contains(answer.gate()))
                        .map(answer -> answer.gate() + ": " + answer.detail())
                        .collect(Collectors.joining("; "));
        return others.isEmpty() ? "" : "; still held by " + others;
    }

    private static Ruling unknown(OnIncident command) {
        return new Ruling(
                Outcome.REFUSED,
                "there is no incident " + command.incident(),
                "See: medevac incidents",
                WHOLE_CLUSTER,
                null,
                List.of());
    }

    private static Ruling ruling(
            Outcome outcome, Incident incident, String detail, String whatToDo, Change... changes) {
        return new Ruling(
                outcome, detail, whatToDo, incident.node(), incident.id(), List.of(changes));
    }
}
