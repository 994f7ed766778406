package io.medevac.remediator.adapter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.command.Command;
import io.medevac.events.CommandKind;
import io.medevac.events.EventHeader;
import io.medevac.events.OperatorCommand;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "gpu 0",
                "gpu-0\n",
                "gpu\u001b[31mX",
                "gpu-0\u202e",
                "../gpu-0",
                "..",
                "gpu-0/status",
                "gpu-0?x=1",
                "gpu-0%2fstatus",
                "GPU-0",
                "-gpu",
                "gpu-",
                "a..b"
            })
    void whatIsNoNameOfANodeIsNeverAskedFor(String node) {
        for (CommandKind kind : new CommandKind[] {CommandKind.HOLD, CommandKind.RELEASE}) {
            assertThat(Commands.of(command(kind, node), NOW).orElseThrow())
                    .isInstanceOf(Command.Unclear.class);
        }
        assertThat(Commands.of(command(CommandKind.RESUME, node), NOW).orElseThrow())
                .isInstanceOf(Command.Unclear.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"g", "gpu-0", "10.0.0.7", "ip-10-0-0-7.eu.compute.internal"})
    void namesOfNodesAreTaken(String node) {
        assertThat(Commands.of(command(CommandKind.HOLD, node), NOW).orElseThrow())
                .isInstanceOfSatisfying(
                        Command.HoldNode.class, hold -> assertThat(hold.node()).isEqualTo(node));
    }

    @ParameterizedTest
    @EnumSource(names = {"HOLD", "RELEASE"})
    void theWholeClusterIsNoNode(CommandKind kind) {
        assertThat(Commands.of(command(kind, "*"), NOW).orElseThrow())
                .isInstanceOf(Command.Unclear.class);
    }

    private static OperatorCommand command(CommandKind kind, String node) {
        return OperatorCommand.newBuilder()
                .setHeader(
                        EventHeader.newBuilder()
                                .setEventId(new UUID(1, 1))
                                .setIncidentId(null)
                                .setCluster("test")
                                .setNode(node)
                                .setOccurredAt(NOW)
                                .setCausedBy(null)
                                .build())
                .setCommand(kind)
                .setOperator("alice@host")
                .setReason("why")
                .setParameters(Map.of())
                .build();
    }
}
