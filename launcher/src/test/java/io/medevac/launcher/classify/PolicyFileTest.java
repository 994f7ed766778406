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
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyFileTest {
    private static final Set<String> KINDS = Set.of("XID", "NIC_LINK");

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "overrides",
                "overrides: 3",
                "other: []",
                "overrides: []\nother: 1",
                "overrides: [3]",
                "overrides: [{kind: XIDD, code: 63, action: NONE}]",
                "overrides: [{code: 63, action: NONE}]",
                "overrides: [{kind: XID, code: many, action: NONE}]",
                "overrides: [{kind: XID, code: -1, action: NONE}]",
                "overrides: [{kind: XID, code: 63}]",
                "overrides: [{kind: XID, code: 63, action: EXPLODE}]",
                "overrides: [{kind: XID, code: 63, action: UNKNOWN}]",
                "overrides: [{kind: XID, code: 63, actoin: NONE}]",
                "overrides: [{kind: XID, code: 63, action: NONE, action: RESET_GPU}]",
                "overrides: [{kind: XID, code: 63, action: NONE}, {kind: XID, code: 63, action: NONE}]",
                "overrides: [{",
                "\u0000",
            })
    void refusesAFileWithAnythingWrongInOneLine(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        refused -> {
                            assertThat(refused.exitCode()).isEqualTo(2);
                            assertThat(refused.getMessage())
                                    .startsWith("the policy file ")
                                    .contains(" is refused: ")
                                    .doesNotContain("\n");
                        });
    }

    @Test
    void refusesAFileThatIsNotThere() {
        assertThatThrownBy(() -> PolicyFile.read(folder.resolve("none"), KINDS))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("cannot be read");
    }

    private SitePolicy read(String text) throws IOException {
        Path file = folder.resolve("policy.yaml");
        Files.writeString(file, text);
        return PolicyFile.read(file, KINDS);
    }
}
