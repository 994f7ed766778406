package io.medevac.launcher.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.launcher.CommandFailure;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BootTest {

    private static final List<String> LOG =
            List.of(
                    "2026-11-29T11:00:00.000000+00:00 gpu-1 kernel: [    0.000000] Linux version 6.1",
                    "2026-11-29T11:00:06.000000+00:00 gpu-1 kernel: [    6.560000] nvidia 0000:19:00.0: enabling device (0000 -> 0003)",
                    "2026-11-29T12:00:00.000000+00:00 gpu-1 kernel: [    0.000000] Linux version 6.1",
                    "2026-11-29T12:00:06.000000+00:00 gpu-1 kernel: [    6.560000] nvidia 0000:9b:00.0: enabling device (0000 -> 0003)",
                    "2026-11-29T12:00:06.000000+00:00 gpu-1 kernel: [    6.561300] nvidia 0000:3b:00.0: enabling device (0000 -> 0003)",
                    "garbage \u0000");

    @Test
    void countsGpusOfTheLastBootInPciOrder() {
        Boot boot = Boot.lastIn(LOG);

        assertThat(boot.at()).isEqualTo("2026-11-29T12:00:00Z");
        assertThat(boot.gpus()).containsExactly("0000:3b:00", "0000:9b:00");
        assertThat(boot.gpu(1)).isEqualTo("0000:9b:00");
    }

    @Test
    void aGpuThatIsNotThereIsWrongUsage() {
        assertThatThrownBy(() -> Boot.lastIn(LOG).gpu(2))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(2))
                .hasMessage("there is no GPU 2; the node has 0 to 1");
    }

    @Test
    void writesALineAsTheKernelDoes() {
        String line =
                KernelLine.of(
                        Instant.parse("2026-11-29T12:20:34.567890Z"),
                        Instant.parse("2026-11-29T12:00:00Z"),
                        "gpu-1",
                        KernelLine.xid(79, "0000:9b:00"));

        assertThat(line)
                .isEqualTo(
                        "2026-11-29T12:20:34.567890+00:00 gpu-1 kernel: [ 1234.567890] NVRM: Xid"
                                + " (PCI:0000:9b:00): 79, pid='<unknown>', name=<unknown>, GPU has"
                                + " fallen off the bus.");
    }
}
