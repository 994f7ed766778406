package io.medevac.domain.detection.correlation;

import static io.medevac.domain.detection.correlation.Told.NOON;
import static io.medevac.domain.detection.correlation.Told.kernel;
import static io.medevac.domain.detection.correlation.Told.line;
import static io.medevac.domain.detection.correlation.Told.troubles;
import static io.medevac.domain.detection.correlation.Told.xid;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Source;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorrelationTest {
    private static final String GPU = "0000:9b:00";
    private static final String RESET =
            "GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)";
    private static final String REBOOT =
            "GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required)";

    /** Codes within one second on one GPU; the one that explains them; what is done. */
    @ParameterizedTest
    @CsvSource({
        "48 63 94, 48, GPU, CRITICAL, RESET_GPU",
        "63 94, 94, GPU, DEGRADED, RESTART_APP",
        "94 64, 64, GPU, CRITICAL, RESET_GPU",
        "95 48, 48, GPU, CRITICAL, RESET_GPU",
        "79 45 45 119, 79, GPU, CRITICAL, REPLACE_NODE",
        "31 43, 31, APPLICATION, INFO, RESTART_APP",
        "13 45, 13, APPLICATION, INFO, RESTART_APP",
        "43, 43, APPLICATION, INFO, NONE",
        "45, 45, APPLICATION, INFO, RESTART_APP",
        "45 43 62, 62, GPU, CRITICAL, RESET_GPU",
        "74 45, 74, NVLINK, CRITICAL, CONTACT_SUPPORT",
    })
    void oneCodeExplainsTheOthers(
            String codes, int root, FaultScope scope, Severity severity, RecommendedAction action) {
        Trouble trouble = trouble(lines(codes));

        assertThat(trouble.root().code()).isEqualTo(root);
        assertThat(trouble.scope()).isEqualTo(scope);
        assertThat(trouble.severity()).isEqualTo(severity);
        assertThat(trouble.action()).isEqualTo(action);
        assertThat(trouble.occurrences()).isEqualTo(codes.split(" ", -1).length);
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 92, 44})
    void whatIsHarmlessIsNoTrouble(int code) {
        assertThat(troubles(line(0, GPU, code, "text"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "6 6|NONE|",
                "6 6 6|CONTACT_SUPPORT|xid 74 came 3 times on one link: to be reported",
                "6 6 6 7 7|CONTACT_SUPPORT|xid 74 came 3 times on one link: to be reported",
                "6 7 8|NONE|"
            })
    void errorsThatALinkCorrectsAreReportedWhenTheyComeAgainAndAgain(
            String links, RecommendedAction action, @Nullable String note) {
        int second = 0;
        List<String> lines = new ArrayList<>();
        for (String link : links.split(" ", -1)) {
            lines.add(
                    line(
                            second++,
                            GPU,
                            74,
                            "NVLink: fatal error detected on link %s(0x10, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0)"
                                    .formatted(link)));
        }

        assertThat(troubles(lines.toArray(String[]::new)))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(trouble.action()).isEqualTo(action);
                            assertThat(trouble.notes())
                                    .isEqualTo(note == null ? List.of() : List.of(note));
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aLinkThatGoesDownAgainAndAgainIsSaidToDoSo(int times) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            lines.add("[  %d.000000] mlx5_core 0000:9c:00.0 ens0: Link down".formatted(100 + i));
            lines.add("[  %d.500000] mlx5_core 0000:9c:00.0 ens0: Link up".formatted(100 + i));
        }

        assertThat(troubles(lines.toArray(String[]::new)))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(trouble.root().kind()).isEqualTo("NIC_LINK");
                            assertThat(trouble.notes())
                                    .isEqualTo(
                                            times == 1
                                                    ? List.of()
                                                    : List.of("links of NICs went down 3 times"));
                        });
    }

    @Test
    void whatTheLogTellsOfItselfIsNoTrouble() {
        assertThat(
                        troubles(
                                "NVRM: GPU at PCI:0000:9b:00: GPU-00000005-1111-2222-3333-444444444445",
                                "NVRM: Xid (PCI:0000:66:00): abc",
                                "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  570.158.01  Mon"))
                .isEmpty();
    }

    @Test
    void theDriversOwnWordCountsForItsGpuOnly() {
        Trouble same = trouble(line(0, GPU, 79, "lost"), line(1, GPU, 154, REBOOT));
        assertThat(same.root().code()).isEqualTo(79);
        assertThat(same.action()).isEqualTo(RecommendedAction.REBOOT_NODE);
        assertThat(same.notes()).containsExactly("the driver itself names the recovery (xid 154)");

        Trouble other = trouble(line(0, GPU, 79, "lost"), line(1, "0000:17:00", 154, RESET));
        assertThat(other.action()).isEqualTo(RecommendedAction.REPLACE_NODE);

        Trouble hang = trouble(line(0, GPU, 119, "Timeout"), line(1, GPU, 154, REBOOT));
        assertThat(Told.shortly(hang))
                .isEqualTo("[0000:9b:00] [119, 154] root xid 119, GPU CRITICAL REBOOT_NODE, 2");

        Trouble alone = trouble(line(1, GPU, 154, RESET));
        assertThat(alone.root().code()).isEqualTo(154);
        assertThat(alone.action()).isEqualTo(RecommendedAction.RESET_GPU);
    }

    @Test
    void aProgramsFaultDoesNotExplainARecovery() {
        Trouble trouble = trouble(line(0, GPU, 31, "fault"), line(1, GPU, 154, RESET));

        assertThat(trouble.root().code()).isEqualTo(154);
        assertThat(trouble.scope()).isEqualTo(FaultScope.GPU);
    }

    @ParameterizedTest
    @CsvSource({"299, 1", "300, 1", "301, 2"})
    void silenceEndsATrouble(int seconds, int troubles) {
        assertThat(troubles(line(0, GPU, 48, "ecc"), line(seconds, GPU, 48, "ecc")))
                .hasSize(troubles);
    }

    @Test
    void whatLiesBetweenJoinsWhatWasApart() {
        assertThat(
                        troubles(
                                line(0, GPU, 48, "ecc"),
                                line(500, GPU, 48, "ecc"),
                                line(250, GPU, 94, "contained")))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(trouble.first()).isEqualTo(NOON);
                            assertThat(trouble.last()).isEqualTo(NOON.plusSeconds(500));
                        });
    }

    @Test
    void harmlessRecordsDoNotJoinWhatIsApart() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i <= 1000; i += 100) {
            lines.add(line(i, GPU, 63, "row"));
        }
        lines.add(line(0, GPU, 48, "ecc"));
        lines.add(line(1000, GPU, 48, "ecc"));

        assertThat(troubles(lines.toArray(String[]::new))).hasSize(2);
    }

    @Test
    void harmlessRecordsAreAllCountedOnceThereIsATrouble() {
        List<String> lines = new ArrayList<>();
        lines.add(line(0, GPU, 48, "ecc"));
        for (int i = 0; i < 500; i++) {
            lines.add(line(i % 300, GPU, 63, "row"));
        }

        assertThat(trouble(lines.toArray(String[]::new)).occurrences()).isEqualTo(501);
    }

    @Test
    void theKernelsClockCountsWhereThereIsNoOther() {
        String xid = " NVRM: Xid (PCI:0000:9b:00): 48, ecc";

        assertThat(troubles("[  100.000000]" + xid, "[  399.000000]" + xid))
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.first()).isNull());
        assertThat(troubles("[  100.000000]" + xid, "[  500.000000]" + xid)).hasSize(2);
        assertThat(troubles(xid.strip(), xid.strip())).hasSize(1);
    }

    @Test
    void aBootEndsWhatWasBefore() {
        List<Trouble> two =
                troubles(
                        line(0, GPU, 48, "ecc"),
                        NOON.plusSeconds(60) + " n1 kernel: Linux version 6.8.0",
                        line(90, GPU, 48, "ecc"));

        assertThat(two).hasSize(2);
    }

    @Test
    void nodesHaveTheirOwnTroubles() {
        assertThat(
                        troubles(
                                line(0, GPU, 48, "ecc"),
                                line(0, GPU, 48, "ecc").replace(" n1 ", " n2 ")))
                .extracting(Trouble::node)
                .containsExactly("n1", "n2");
    }

    @Test
    void allSourcesOfOneTroubleAreOne() {
        Gpu gpu = new Gpu(3, GPU, "GPU-00000005-1111-2222-3333-444444444445");
        List<Told> told = new ArrayList<>(kernel("n1", line(0, GPU, 79, "lost")));
        told.add(xid(Source.DCGM, 79, gpu, NOON.plusSeconds(20)));
        told.add(xid(Source.CONDITION, 79, Gpu.UNKNOWN, NOON.plusSeconds(60)));
        told.add(xid(Source.ALERTMANAGER, 79, new Gpu(3, null, null), null));

        assertThat(troubles(told))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(Told.shortly(trouble))
                                    .isEqualTo(
                                            "[GPU-00000005-1111-2222-3333-444444444445] [79]"
                                                    + " root xid 79, GPU CRITICAL REPLACE_NODE, 4");
                            assertThat(trouble.devices().getFirst().index()).isEqualTo(3);
                            assertThat(trouble.sources())
                                    .containsExactly(
                                            Source.KERNEL,
                                            Source.CONDITION,
                                            Source.DCGM,
                                            Source.ALERTMANAGER);
                            assertThat(trouble.notes()).isEmpty();
                        });
    }

    @Test
    void aPoorerSourceStandsWhereItSpeaksOfAnotherGpu() {
        List<Told> told = new ArrayList<>(kernel("n1", line(0, GPU, 31, "fault")));
        told.add(xid(Source.DCGM, 31, new Gpu(0, "0000:17:00", null), NOON));

        assertThat(troubles(told).getFirst().devices()).hasSize(2);
        assertThat(troubles(told).getFirst().notes()).contains("xid 31 repeated on 2 devices");
    }

    @Test
    void identityLinesNameTheGpuAlsoAfterwards() {
        Trouble trouble =
                trouble(
                        line(0, GPU, 48, "ecc"),
                        NOON + " n1 kernel: NVRM: GPU at PCI:0000:9b:00: GPU-00000005-1111-2222");

        assertThat(trouble.devices())
                .containsExactly(new Trouble.Device(null, "GPU-00000005-1111-2222"));
    }

    @Test
    void differentProgramsOnOneGpuMakeItSuspect() {
        List<String> hours = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            hours.add(line(i * 3600, GPU, 13, "pid=%d, name=job%d, Graphics".formatted(i, i)));
        }
        String suspected = "0000:9b:00 is suspected: different programs failed on it";

        assertThat(troubles(hours.toArray(String[]::new)))
                .hasSize(3)
                .allSatisfy(trouble -> assertThat(trouble.notes()).contains(suspected))
                .allSatisfy(trouble -> assertThat(trouble.action().takesNodeOut()).isFalse());
        assertThat(troubles(hours.get(0), hours.get(1)))
                .allSatisfy(trouble -> assertThat(trouble.notes()).isEmpty());
        assertThat(troubles(hours.get(0), hours.get(0), hours.get(0)))
                .allSatisfy(trouble -> assertThat(trouble.notes()).isEmpty());
    }

    @Test
    void oneProgramOnSeveralGpusIsTheProgram() {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            lines.add(
                    line(
                            i,
                            "0000:%d0:00".formatted(i),
                            31,
                            "pid=%d, name=pt_main_thread, Ch 8".formatted(100 + i)));
        }

        assertThat(trouble(lines.toArray(String[]::new)).notes())
                .contains("one program failed on several GPUs: the program is at fault, not a GPU");
    }

    @ParameterizedTest
    @CsvSource({
        "STALE_CONDITION, a condition of an earlier boot counts no more",
        "MAINTENANCE, maintenance of the node is planned",
        "SLURM_DRAIN, Slurm drains the node",
        "OTHER_REMEDIATOR, another remediator is at work on the node",
        "REPAIR_BLOCKED, another remediator wants to repair the node and may not"
    })
    void whatSurroundsATroubleIsSaidAndNoTroubleByItself(String kind, String note) {
        Told surrounds =
                Told.kind(
                        Source.CONDITION,
                        kind,
                        FaultScope.HOST,
                        Severity.INFO,
                        RecommendedAction.NONE,
                        null);
        List<Told> both = new ArrayList<>(kernel("n1", line(0, GPU, 48, "ecc")));
        both.add(surrounds);

        assertThat(troubles(List.of(surrounds))).isEmpty();
        assertThat(troubles(both))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(trouble.notes()).containsExactly(note);
                            assertThat(trouble.occurrences()).isEqualTo(1);
                            assertThat(trouble.sources()).containsExactly(Source.KERNEL);
                        });
    }

    private static String[] lines(String codes) {
        List<String> lines = new ArrayList<>();
        for (String code : codes.split(" ", -1)) {
            lines.add(line(0, GPU, Integer.parseInt(code), "text"));
        }
        return lines.toArray(String[]::new);
    }

    private static Trouble trouble(String... lines) {
        List<Trouble> troubles = troubles(lines);
        assertThat(troubles).hasSize(1);
        return troubles.getFirst();
    }
}
