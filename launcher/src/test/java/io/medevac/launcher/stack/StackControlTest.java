package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackControlTest {

    @TempDir Path folder;

    private Home home;
    private StackControl control;

    @BeforeEach
    void home() {
        home = new Home(folder);
        control = new StackControl(home, new Installation(folder), text -> {});
    }

    @Test
    void saysWhenNothingRuns() throws IOException {
        writePidFile("kafka", "1 1 an-earlier-boot");

        assertThat(control.unwatched()).isEmpty();
        assertThatThrownBy(control::required)
                .hasMessage("nothing runs in %s: medevac up".formatted(folder));
    }

    @Test
    void saysWhenOnlyTheSupervisorIsGone() throws IOException {
        StackSettings.choose(home, StackOptions.DEFAULT);
        writePidFile("supervisor", "1 1 an-earlier-boot");
        writePidFile("kafka", ourselves());

        assertThat(control.running()).isEmpty();
        assertThat(LivingProcesses.in(home)).containsExactly("kafka");
        assertThatThrownBy(control::required)
                .hasMessage(
                        "the supervisor of %s is gone, its processes still run: medevac up takes them over, medevac down ends them"
                                .formatted(folder));
    }

    @Test
    void aSupervisorIsEnough() throws IOException {
        StackSettings.choose(home, StackOptions.DEFAULT);
        writePidFile("supervisor", ourselves());
        writePidFile("kafka", ourselves());

        assertThat(control.unwatched()).isEmpty();
        assertThat(control.required().options()).isEqualTo(StackOptions.DEFAULT);
    }

    @Test
    void refusesAnotherSizeBeforeAnythingStarts() {
        StackSettings.choose(home, StackOptions.DEFAULT);
        StackRequest more = new StackRequest(StackOptions.DEFAULT, 4, null, null, null, null, null);

        assertThatThrownBy(() -> control.up(more))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--nodes 2, asked was --nodes 4");
        assertThat(StackSettings.read(home).orElseThrow().options())
                .isEqualTo(StackOptions.DEFAULT);
    }

    private void writePidFile(String process, String identity) throws IOException {
        Path file = home.state().resolve("run").resolve(process + ".pid");
        Files.createDirectories(file.getParent());
        Files.writeString(file, identity + "\n");
    }

    /** This process, as one that the stack has started tells of itself. */
    private static String ourselves() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String start = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
        String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        return ProcessHandle.current().pid() + " " + start + " " + boot;
    }
}
