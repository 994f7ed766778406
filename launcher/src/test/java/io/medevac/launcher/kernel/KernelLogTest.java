package io.medevac.launcher.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLogTest {

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "gpu-7", "../gpu-0"})
    void aNodeThatIsNotThereIsWrongUsage(String node) throws IOException {
        Home home = new Home(folder);
        for (String name : new String[] {"gpu-1", "gpu-0"}) {
            Files.createDirectories(home.kernelLog(name).getParent());
            Files.createFile(home.kernelLog(name));
        }

        assertThatThrownBy(() -> KernelLog.of(home, node))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(2))
                .hasMessage("there is no node '%s'; there are: gpu-0, gpu-1".formatted(node));
    }

    @Test
    void bytesThatAreNoTextAreNoReasonToStopReading() throws IOException {
        Home home = new Home(folder);
        Files.createDirectories(home.kernelLog("gpu-0").getParent());
        Files.write(home.kernelLog("gpu-0"), new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});

        KernelLog log = KernelLog.of(home, "gpu-0");
        String line = log.write(Instant.EPOCH, "NVRM: x");

        assertThat(new String(Files.readAllBytes(home.kernelLog("gpu-0")), StandardCharsets.UTF_8))
                .endsWith(line + "\n");
    }

    @Test
    void withoutNodesItSaysSo() {
        assertThatThrownBy(() -> KernelLog.of(new Home(folder), "gpu-0"))
                .hasMessage("there is no node 'gpu-0'; there are: none");
    }
}
