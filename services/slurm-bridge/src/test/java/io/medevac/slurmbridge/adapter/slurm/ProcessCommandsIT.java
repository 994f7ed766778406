package io.medevac.slurmbridge.adapter.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.slurmbridge.port.NoAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Real processes that behave badly. */
class ProcessCommandsIT {
    private static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin");
    private final ProcessCommands commands =
            new ProcessCommands(Duration.ofMillis(500), PATH, 1_000_000);

    @Test
    void returnsWhatACommandSaid() {
        assertThat(commands.run(List.of("sh", "-c", "echo out; echo err >&2; exit 3")))
                .isEqualTo(new Answer(3, "out\n", "err\n"));
    }

    @Test
    void killsACommandThatHangs() {
        Instant begun = Instant.now();

        assertThatThrownBy(() -> commands.run(List.of("sleep", "60")))
                .isInstanceOf(NoAnswer.class)
                .hasMessage("sleep did not answer within 500 ms");
        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void killsACommandThatIgnoresBeingAskedToEnd() {
        assertThatThrownBy(() -> commands.run(List.of("sh", "-c", "trap '' TERM; exec sleep 60")))
                .isInstanceOf(NoAnswer.class);
    }

    @Test
    void readsNoMoreThanItCanHold() {
        assertThatThrownBy(() -> commands.run(List.of("head", "-c", "2000000", "/dev/zero")))
                .isInstanceOf(NoAnswer.class)
                .hasMessageContaining("more than 1000000 bytes");
    }

    @Test
    void tellsThatACommandIsMissing() {
        assertThatThrownBy(() -> commands.run(List.of("no-such-command")))
                .isInstanceOf(NoAnswer.class)
                .hasMessageContaining("no-such-command cannot be started");
    }

    @Test
    void passesOnNothingOfItsOwnEnvironment() {
        assertThat(commands.run(List.of("env")).output()).isEqualTo("PATH=/usr/bin:/bin\n");
        assertThat(
                        SlurmBeans.environment(
                                Map.of("SLURM_CONF", "/c", "SLURM_JWT", "secret", "PATH", "/b"),
                                Optional.empty()))
                .containsOnly(
                        Map.entry("SLURM_CONF", "/c"),
                        Map.entry("PATH", "/b"),
                        Map.entry("LC_ALL", "C.UTF-8"));
    }
}
