package io.medevac.launcher.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.detection.SitePolicy.Rule;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFileTest {
    @TempDir Path folder;

    @Test
    void readsWhatTheSiteWants() throws IOException {
        SitePolicy policy =
                read(
                        """
                        overrides:
                          - kind: XID
                            code: 63
                            action: RESET_GPU
                            severity: critical
                          - kind: NIC_LINK
                            scope: HOST
                        """);

        assertThat(policy)
                .isEqualTo(
                        new SitePolicy(
                                List.of(
                                        new Rule(
                                                "XID",
                                                63,
                                                null,
                                                Severity.CRITICAL,
                                                RecommendedAction.RESET_GPU),
                                        new Rule("NIC_LINK", null, FaultScope.HOST, null, null))));
    }

    @Test
    void refusesAFileWithAnythingWrongInOneLine() {
        assertThatThrownBy(() -> read("overrides: [{kind: XID, code: 63, action: EXPLODE}]"))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        refused -> {
                            assertThat(refused.exitCode()).isEqualTo(2);
                            assertThat(refused.getMessage())
                                    .startsWith("the policy file ")
                                    .contains(
                                            " is refused: overrides[0].action: must be one of NONE,")
                                    .doesNotContain("\n");
                        });
    }

    @Test
    void refusesWhatIsNoPolicyAtAll() throws IOException {
        Path file = folder.resolve("policy.yaml");
        Files.write(file, new byte[] {(byte) 0xff, 0});
        assertThatThrownBy(() -> PolicyFile.read(file)).hasMessageEndingWith("is no UTF-8");

        Files.write(file, new byte[10 << 20]);
        assertThatThrownBy(() -> PolicyFile.read(file))
                .hasMessageEndingWith("is longer than 1048576 bytes");
    }

    @Test
    void refusesAFileThatIsNotThere() {
        assertThatThrownBy(() -> PolicyFile.read(folder.resolve("none")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("cannot be read");
    }

    private SitePolicy read(String text) throws IOException {
        Path file = folder.resolve("policy.yaml");
        Files.writeString(file, text);
        return PolicyFile.read(file);
    }
}
