package io.medevac.remediator.adapter.kafka;

import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.events.EventHeader;
import io.medevac.events.OperatorCommand;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/** From events to commands of the domain. */
public final class Commands {
    /**
     * An RFC 1123 subdomain, as Kubernetes wants the name of a node; it goes into request paths.
     */
    private static final Pattern NODE_NAME =
            Pattern.compile(
                    "(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private Commands() {}

    /**
     * The command that an event brings; empty where a person only tells what was done already.
     *
     * @param now when it is taken in
     */
    public static Optional<Command> of(OperatorCommand event, Instant now) {
        EventHeader header = event.getHeader();
        UUID id = header.getEventId();
        Order order = Order.of(event.getOperator(), event.getReason(), now);
        return Optional.ofNullable(
                switch (event.getCommand()) {
                    case INJECT -> null;
                    case PAUSE -> new Command.Pause(id, order);
                    case RESUME ->
                            wholeCluster(header)
                                    ? new Command.Resume(id, order)
                                    : onNode(
                                            event,
                                            order,
                                            n -> new Command.ResumeNode(id, order, n));
                    case HOLD -> onNode(event, order, n -> new Command.HoldNode(id, order, n));
                    case RELEASE ->
                            onNode(event, order, n -> new Command.ReleaseNode(id, order, n));
                    case APPROVE ->
                            onIncident(event, order, i -> new Command.Approve(id, order, i));
                    case CANCEL -> onIncident(event, order, i -> new Command.Cancel(id, order, i));
                    case UNKNOWN ->
                            new Command.Unclear(
                                    id, order, "this version of Medevac knows no such command");
                });
    }

    private static Command onNode(
            OperatorCommand event, Order order, Function<String, Command> command) {
        EventHeader header = event.getHeader();
        return NODE_NAME.matcher(header.getNode()).matches()
                ? command.apply(header.getNode())
                : new Command.Unclear(
                        header.getEventId(), order, event.getCommand() + " names no node");
    }

    private static Command onIncident(
            OperatorCommand event, Order order, Function<UUID, Command> command) {
        EventHeader header = event.getHeader();
        return header.getIncidentId() == null
                ? new Command.Unclear(
                        header.getEventId(), order, event.getCommand() + " names no incident")
                : command.apply(header.getIncidentId());
    }

    private static boolean wholeCluster(EventHeader header) {
        return header.getNode().equals(StandingOrders.WHOLE_CLUSTER);
    }
}
