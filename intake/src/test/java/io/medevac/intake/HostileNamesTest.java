package io.medevac.intake;

import static io.medevac.intake.Readings.CATALOGUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Located;
import io.medevac.domain.fault.Gpu;
import io.medevac.intake.Readings.Reader;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Names that a source may choose get into a finding clean, and not longer than names are. */
class HostileNamesTest {
    private static final String ESCAPES = "\u001b[31m\u202e\u0007\u2028";
    private static final String LONG = "x".repeat(9_000);

    static Stream<Arguments> inputs() {
        String gauge = "problem_gauge{reason=\"XID errors%s\",type=\"XIDErrors\"} 1\n";
        String dcgm =
                "DCGM_FI_DEV_XID_ERRORS{gpu=\"0\",Hostname=\"n%1$s\",err_msg=\"DCGM_FR_%1$s\"} 79\n";
        String health =
                "DCGM_EXP_GPU_HEALTH_STATUS{gpu=\"0\",Hostname=\"n\",health_watch=\"%1$s\","
                        + "health_error_code=\"DCGM_FR_%1$s\"} 20\n";
        String node =
                """
                {"kind":"Node","metadata":{"name":"n%1$s"},"status":{"nodeInfo":{"bootID":"b%1$s"},
                 "conditions":[{"type":"XIDErrors","status":"True","reason":"XID%1$s","message":"Xid 79"}]}}
                """;
        String alert =
                """
                {"alerts":[{"status":"firing","labels":{"alertname":"Gpu%1$s","instance":"n%1$s","xid":"79"},
                 "annotations":{"summary":"Xid 79 %1$s"}}]}
                """;
        return Stream.of(ESCAPES, LONG)
                .flatMap(
                        name ->
                                Stream.of(
                                        input(
                                                "gauge",
                                                new ClusterReader(CATALOGUE)::read,
                                                gauge,
                                                name),
                                        input("dcgm", new DcgmReader(CATALOGUE)::read, dcgm, name),
                                        input(
                                                "health",
                                                new DcgmReader(CATALOGUE)::read,
                                                health,
                                                name),
                                        input(
                                                "node",
                                                new ClusterReader(CATALOGUE)::read,
                                                node,
                                                name),
                                        input(
                                                "alert",
                                                new AlertReader(CATALOGUE)::read,
                                                alert,
                                                name)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void areCleanAndCut(String what, Reader reader, String text) throws IOException {
        List<Located> found = Readings.of(reader, new Context(null, "another-boot", null), text);

        assertThat(found)
                .extracting(Located::finding)
                .isNotEmpty()
                .allSatisfy(HostileNamesTest::isSafe);
    }

    @Test
    void aFindingIsSafeWhoeverMakesIt() {
        Finding finding =
                new Finding(
                        CATALOGUE.classify(new XidReported(null, 79, null, null, ""), Gpu.UNKNOWN),
                        "n1" + ESCAPES,
                        null,
                        LONG,
                        null,
                        null,
                        null);

        isSafe(finding);
        assertThat(finding.node()).isEqualTo("n1[31m");
    }

    private static Arguments input(String what, Reader reader, String form, String name) {
        boolean json = form.startsWith("{");
        return Arguments.of(
                what + (name.equals(LONG) ? ", long" : ", escapes"),
                reader,
                form.formatted(
                        json
                                ? name.replace("\u001b", "\\u001b").replace("\u0007", "\\u0007")
                                : name));
    }

    private static void isSafe(Finding finding) {
        isSafe(finding.fault().rule(), 600);
        isSafe(finding.fault().message(), 4096);
        isSafe(finding.node(), 253);
        isSafe(finding.process(), 253);
        isSafe(finding.device(), 253);
    }

    private static void isSafe(@Nullable String text, int most) {
        if (text != null) {
            assertThat(text).hasSizeLessThanOrEqualTo(most);
            assertThat(text).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
        }
    }
}
