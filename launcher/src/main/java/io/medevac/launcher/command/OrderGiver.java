package io.medevac.launcher.command;

import io.medevac.events.CommandAcknowledged;
import io.medevac.events.CommandKind;
import io.medevac.events.CommandOutcome;
import io.medevac.events.OperatorCommand;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.record.CommandRecord;
import io.medevac.launcher.record.EventJson;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.RecordLog;
import io.medevac.launcher.record.Recorded;
import io.medevac.launcher.stack.StackAddresses;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts an order on the record and waits until the remediator has acknowledged it. */
final class OrderGiver {

    private static final Duration DEADLINE = Duration.ofSeconds(15);

    /**
     * What Kubernetes takes for the name of an object, roughly; it and the remediator look closer.
     */
    private static final Pattern NODE_NAME = Pattern.compile("[a-z0-9][-.a-z0-9]{0,252}");

    private static final String NODES = "medevac.nodes.v1";

    /** Topics that name every incident. */
    private static final List<String> INCIDENTS = List.of("medevac.faults.v1", NODES);

    private OrderGiver() {}

    /** An order about a node; the exit code. */
    static int order(Output output, CommandKind kind, String node, Why why)
            throws InterruptedException {
        if (!NODE_NAME.matcher(node).matches()) {
            throw CommandFailure.usage(
                    "--node wants the name of a node, and '%s' is none: kubectl get nodes"
                            .formatted(node));
        }
        return give(output, kind, node, why);
    }

    /** An order about the whole cluster; the exit code. */
    static int order(Output output, CommandKind kind, Why why) throws InterruptedException {
        return give(output, kind, CommandRecord.WHOLE_CLUSTER, why);
    }

    private static int give(Output output, CommandKind kind, String node, Why why)
            throws InterruptedException {
        StackAddresses stack = new StackAddresses(Home.current(), Installation.current());
        try (RecordLog log = stack.record(output::warning)) {
            return give(output, stack, log, command(stack, kind, null, node, why));
        }
    }

    /** An order about one incident; the exit code. */
    static int orderAbout(Output output, CommandKind kind, String id, Why why)
            throws InterruptedException {
        StackAddresses stack = new StackAddresses(Home.current(), Installation.current());
        try (RecordLog log = stack.record(output::warning)) {
            Incident incident = Incident.find(log.readAll(INCIDENTS), id);
            return give(
                    output, stack, log, command(stack, kind, incident.id(), incident.node(), why));
        }
    }

    private static OperatorCommand command(
            StackAddresses stack, CommandKind kind, @Nullable UUID incident, String node, Why why) {
        return CommandRecord.order(
                kind,
                stack.settings().options().cluster(),
                incident,
                node,
                why.reason(),
                Instant.now());
    }

    private static int give(
            Output output, StackAddresses stack, RecordLog log, OperatorCommand command)
            throws InterruptedException {
        CommandRecord record = new CommandRecord(stack.kafkaClient(), stack.registry());
        Optional<Recorded> answer =
                log.answer(
                        NODES,
                        () -> record.write(command),
                        recorded -> acknowledges(recorded, command),
                        DEADLINE);
        return tell(
                output,
                answer.orElseThrow(
                        () ->
                                new CommandFailure(
                                        "no answer within %d s; the command is on the record and is"
                                                        .formatted(DEADLINE.toSeconds())
                                                + " obeyed when remediator and outbox-engine are"
                                                + " back: medevac status")));
    }

    private static boolean acknowledges(Recorded recorded, OperatorCommand command) {
        return recorded.event() instanceof CommandAcknowledged
                && recorded.causedBy().equals(Optional.of(command.getHeader().getEventId()));
    }

    /** Prints the acknowledgement; the exit code. */
    static int tell(Output output, Recorded answer) {
        CommandAcknowledged told = (CommandAcknowledged) answer.event();
        boolean taken =
                told.getOutcome() == CommandOutcome.ACCEPTED
                        || told.getOutcome() == CommandOutcome.NOTHING_TO_DO;
        if (output.isJson()) {
            output.line(EventJson.line(answer));
        } else if (taken) {
            output.line(words(told));
        } else {
            output.warning(words(told));
        }
        if (!output.isJson() && !told.getWhatToDo().isEmpty()) {
            output.remark(told.getWhatToDo());
        }
        return taken ? 0 : 1;
    }

    private static String words(CommandAcknowledged told) {
        String where =
                told.getHeader().getNode().equals(CommandRecord.WHOLE_CLUSTER)
                        ? ""
                        : told.getHeader().getNode() + ": ";
        return switch (told.getOutcome()) {
            case ACCEPTED -> "accepted: " + where + told.getDetail();
            case NOTHING_TO_DO -> "nothing to do: " + where + told.getDetail();
            case REFUSED -> "refused: " + where + told.getDetail();
            case UNKNOWN -> "answer not understood: " + where + told.getDetail();
        };
    }
}
