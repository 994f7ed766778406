package io.medevac.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.CommandAcknowledged;
import io.medevac.events.CommandKind;
import io.medevac.events.CommandOutcome;
import io.medevac.events.OperatorCommand;
import io.medevac.launcher.record.CommandRecord;
import io.medevac.launcher.record.Recorded;
import io.medevac.wire.EventHeaders;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class OrderGiverTest {

    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void whatWasAcceptedIsToldWithWhatToDo() {
        assertThat(tell(CommandOutcome.ACCEPTED, "gpu-1", "held", "medevac resume")).isZero();
        assertThat(out.toString().lines())
                .containsExactly("accepted: gpu-1: held", "medevac resume");
    }

    @Test
    void nothingToDoIsNoFailure() {
        assertThat(tell(CommandOutcome.NOTHING_TO_DO, "*", "not paused", "")).isZero();
        assertThat(out.toString().strip()).isEqualTo("nothing to do: not paused");
    }

    @Test
    void whatWasRefusedIsAFailureAndKeptOffTheOutput() {
        assertThat(tell(CommandOutcome.REFUSED, "gpu-1", "no such node", "kubectl get nodes"))
                .isOne();
        assertThat(err.toString().strip()).isEqualTo("medevac: refused: gpu-1: no such node");
    }

    @Test
    void anAnswerOfALaterVersionIsNoSuccess() {
        assertThat(tell(CommandOutcome.UNKNOWN, "gpu-1", "deferred", "")).isOne();
    }

    @Test
    void machinesReadTheEventAsItIs() {
        assertThat(tell(CommandOutcome.REFUSED, "gpu-1", "no such node", "see", "--json")).isOne();
        assertThat(out.toString())
                .contains("\"type\":\"CommandAcknowledged\"", "\"outcome\":\"REFUSED\"");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void anOrderNamesWhoAndWhere() {
        UUID incident = UUID.randomUUID();

        OperatorCommand order =
                CommandRecord.order(CommandKind.CANCEL, "demo", incident, "gpu-1", "why", NOW);

        assertThat(order.getHeader().getIncidentId()).isEqualTo(incident);
        assertThat(order.getHeader().getNode()).isEqualTo("gpu-1");
        assertThat(order.getOperator()).startsWith(System.getProperty("user.name") + "@");
        assertThat(order.getReason()).isEqualTo("why");
    }

    private int tell(
            CommandOutcome outcome, String node, String detail, String toDo, String... options) {
        CommandAcknowledged event =
                CommandAcknowledged.newBuilder()
                        .setHeader(new EventHeaders("demo").next(null, node, NOW, null))
                        .setCommand(CommandKind.HOLD)
                        .setOperator("ada@admin-0")
                        .setOutcome(outcome)
                        .setDetail(detail)
                        .setWhatToDo(toDo)
                        .build();
        return new CommandLine(new Telling(new Recorded("medevac.nodes.v1", 0, 1, event)))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(options);
    }

    @Command
    private static final class Telling implements Callable<Integer> {
        @Mixin private Output output;
        private final Recorded answer;

        Telling(Recorded answer) {
            this.answer = answer;
        }

        @Override
        public Integer call() {
            return OrderGiver.tell(output, answer);
        }
    }
}
