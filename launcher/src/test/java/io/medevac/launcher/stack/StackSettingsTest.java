package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.StackSettings.Port;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackSettingsTest {

    @TempDir Path folder;

    @Test
    void keepsPortsAndOptions() {
        Home home = new Home(folder);
        StackOptions options = new StackOptions("local", 4, 2, 8, 30, "/etc/policy.yaml", true);

        StackSettings first = StackSettings.choose(home, StackOptions.DEFAULT);
        StackSettings second = StackSettings.choose(home, options);

        assertThat(first.ports()).containsOnlyKeys(Port.values());
        assertThat(first.ports().values()).doesNotHaveDuplicates();
        assertThat(second.ports()).isEqualTo(first.ports());
        assertThat(StackSettings.read(home)).contains(second);
        assertThat(second.options().size()).containsExactly("--nodes 4", "--spares 2", "--gpus 8");
        assertThat(second.options().manner())
                .containsExactly("--kill-wait 30", "--policy /etc/policy.yaml", "--dry-run");
    }

    @Test
    void aHomeIsWhereTheEnvironmentSays() {
        Installation installation = new Installation(Path.of("/opt/medevac"));

        assertThat(Home.of(Map.of(), installation).root())
                .isEqualTo(Path.of("/opt/medevac/.medevac"));
        assertThat(Home.of(Map.of("MEDEVAC_HOME", "/srv/one"), installation).kernelLog("gpu-0"))
                .isEqualTo(Path.of("/srv/one/state/nodes/gpu-0/kern.log"));
    }
}
