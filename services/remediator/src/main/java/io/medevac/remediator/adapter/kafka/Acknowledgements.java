package io.medevac.remediator.adapter.kafka;

import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.Ruling;
import io.medevac.events.CommandAcknowledged;
import io.medevac.events.CommandKind;
import io.medevac.events.CommandOutcome;
import io.medevac.wire.EventHeaders;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;

/** From what became of a command to the event that tells it. */
@ApplicationScoped
public class Acknowledgements {
    private final EventHeaders headers;

    Acknowledgements(EventHeaders headers) {
        this.headers = headers;
    }

    /** The event. */
    public CommandAcknowledged of(Command command, Ruling ruling, Instant now) {
        return CommandAcknowledged.newBuilder()
                .setHeader(headers.next(ruling.incident(), ruling.node(), now, command.event()))
                .setCommand(kind(command))
                .setOperator(command.order().operator())
                .setOutcome(CommandOutcome.valueOf(ruling.outcome().name()))
                .setDetail(ruling.detail())
                .setWhatToDo(ruling.whatToDo())
                .build();
    }

    private static CommandKind kind(Command command) {
        return switch (command) {
            case Command.Pause c -> CommandKind.PAUSE;
            case Command.Resume c -> CommandKind.RESUME;
            case Command.HoldNode c -> CommandKind.HOLD;
            case Command.ResumeNode c -> CommandKind.RESUME;
            case Command.ReleaseNode c -> CommandKind.RELEASE;
            case Command.Approve c -> CommandKind.APPROVE;
            case Command.Cancel c -> CommandKind.CANCEL;
            case Command.Unclear c -> CommandKind.UNKNOWN;
        };
    }
}
