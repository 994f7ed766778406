package io.medevac.domain.detection.correlation;

import static io.medevac.domain.detection.correlation.Told.NOON;
import static io.medevac.domain.detection.correlation.Told.kernel;
import static io.medevac.domain.detection.correlation.Told.troubles;
import static io.medevac.domain.detection.correlation.Told.xid;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelLogWatch;
import io.medevac.domain.detection.Source;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What went wrong elsewhere, with lines of the field. */
class FieldReportsOfTroubleTest {
    private static final String BIT_ERRORS =
            "NVRM: Xid (PCI:0018:01:00): 149, NETIR_BER_EVENT Nonfatal XC0 i0 Link 03 (0x00086226 0x00000001 0x00000000 0x00000000 0x00000000 0x00000000)";
    private static final String RECEIVER =
            "NVRM: Xid (PCI:0018:01:00): 145, pid=876767, name=ray::WorkerDict, RLW_RXPIPE Nonfatal XC0 i0 Link 13 (0x0409a0c2 0x00000008 0x00000001 0x00000000 0x00100000 0x00000004)";
    private static final String TRACKER =
            "NVRM: Xid (PCI:0008:01:00): 145, pid=11436, name=cache_mgr_main, RLW_SRC_TRACK Nonfatal XC1 i0 Link 03 (0x040868e2 0x00000008 0x00000000 0x00000000 0x00000000 0x00000000)";
    private static final String FATAL =
            "NVRM: Xid (PCI:0019:01:00): 149, NETIR Fatal XC0 i0 Link -1 (0x000fe406 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000)";
    private static final String CUT =
            "NVRM: Xid (PCI:0000:c5:00): 145, RLW_SRC_TRACK Nonfatal XC1 i0 Link 17 (0x04084507 0x00000004 0x00000000 0x00000000 0x00000000 0x00000000";

    /** B01. */
    @Test
    void harmlessNvlinkReportsOpenNothingAndAreCounted() {
        assertThat(troubles(BIT_ERRORS, RECEIVER)).isEmpty();
        assertThat(troubles(TRACKER))
                .extracting(Told::shortly)
                .containsExactly("[0008:01:00] [145] root xid 145, NVLINK DEGRADED NONE, 1");
        assertThat(troubles(BIT_ERRORS, RECEIVER, TRACKER, FATAL))
                .extracting(Told::shortly)
                .containsExactly(
                        "[0008:01:00, 0018:01:00, 0019:01:00] [145, 149]"
                                + " root xid 149, NVLINK CRITICAL RESET_GPU, 4");
    }

    /** B03. */
    @Test
    void aLostGpuIsOneTroubleWithAndWithoutItsXid() {
        String[] words = {
            "NVRM: The NVIDIA GPU 0000:b3:00.0",
            "NVRM: (PCI ID: 10de:26b5) installed in this system has",
            "NVRM: fallen off the bus and is not responding to commands."
        };
        String lost = "[0000:b3:00] [79] root xid 79, GPU CRITICAL REPLACE_NODE, ";

        assertThat(troubles(words)).extracting(Told::shortly).containsExactly(lost + 1);
        assertThat(
                        troubles(
                                words[0],
                                words[1],
                                words[2],
                                "NVRM: Xid (PCI:0000:b3:00.0): 79, pid=12345, GPU has fallen off the bus."))
                .extracting(Told::shortly)
                .containsExactly(lost + 1);
        assertThat(
                        troubles(
                                words[0],
                                words[1],
                                words[2],
                                "NVRM: GPU b3:00.0: GPU has fallen off the bus.",
                                "NVRM: Xid (PCI:0000:b3:00): 79, GPU has fallen off the bus."))
                .hasSize(1);
    }

    /** B04. */
    @Test
    void theKernelsSubCodeCountsMoreThanAFatalWordOfDcgm() {
        Fault fatal =
                new Fault(
                        "XID",
                        145,
                        new Gpu(0, null, null),
                        FaultScope.NVLINK,
                        Severity.CRITICAL,
                        RecommendedAction.REBOOT_NODE,
                        "dcgm: fatal",
                        "XID 145 GPU 0 fatal");
        List<Told> both = new ArrayList<>(kernel("n1", CUT));
        both.add(Told.of(Source.DCGM, fatal, NOON));

        assertThat(troubles(both))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(trouble.severity()).isEqualTo(Severity.DEGRADED);
                            assertThat(trouble.action()).isEqualTo(RecommendedAction.NONE);
                            assertThat(trouble.sources())
                                    .containsExactly(Source.KERNEL, Source.DCGM);
                            assertThat(trouble.notes())
                                    .contains(
                                            "sources disagree on xid 145: kernel says DEGRADED NONE,"
                                                    + " dcgm CRITICAL REBOOT_NODE; kernel counts");
                        });
        assertThat(troubles(both.reversed())).isEqualTo(troubles(both));
    }

    /** B05. */
    @Test
    void aStormOfCleanUpsIsTheTroubleThatItNames() {
        List<String> storm = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            storm.add(
                    Told.line(
                            i / 40,
                            "0000:%d0:00".formatted(i % 4 + 1),
                            45,
                            "pid=%d, name=python3, Ch 0000000%d caused by previous Xid %d"
                                    .formatted(1000 + i, i % 8, i % 2 == 0 ? 145 : 149)));
        }

        assertThat(troubles(storm.toArray(String[]::new)))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(Told.shortly(trouble))
                                    .isEqualTo(
                                            "[0000:10:00, 0000:20:00, 0000:30:00, 0000:40:00]"
                                                    + " [45, 145, 149] root xid 149,"
                                                    + " NVLINK DEGRADED CONTACT_SUPPORT, 80");
                            assertThat(trouble.notes())
                                    .contains(
                                            "xid 45 names xid 145, 149 as its cause, which is charged",
                                            "clean-up suppressed: 80 records of xid 43 or 45");
                        });
    }

    /** B07. */
    @Test
    void aKernelLogThatIsSilentDoesNotTellWhatAMetricHides() {
        Finding silent =
                KernelLogWatch.begun(Told.NOON)
                        .look(
                                "n1",
                                null,
                                Told.NOON,
                                Told.NOON.plusSeconds(90),
                                Duration.ofMinutes(1))
                        .told();
        assertThat(
                        troubles(
                                List.of(
                                        cleanUpInAMetric(),
                                        Told.of(Source.KERNEL, silent.fault(), Told.NOON))))
                .singleElement()
                .satisfies(
                        trouble ->
                                assertThat(trouble.notes())
                                        .contains(
                                                "dcgm shows the last code only: it may hide an earlier fault"));
    }

    private static Told cleanUpInAMetric() {
        Fault cleanUp =
                new Fault(
                        "XID",
                        45,
                        new Gpu(3, "0000:3e:00", null),
                        FaultScope.APPLICATION,
                        Severity.INFO,
                        RecommendedAction.RESTART_APP,
                        "dcgm: xid 45, catalogue; only the last code is shown, may hide an earlier fault",
                        "text");
        return Told.of(Source.DCGM, cleanUp, Told.NOON);
    }

    /** B07. */
    @Test
    void aCleanUpInAMetricMayHideWhatTheKernelLogTells() {
        Told metric = cleanUpInAMetric();

        assertThat(troubles(List.of(metric)))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(Told.shortly(trouble))
                                    .isEqualTo(
                                            "[0000:3e:00] [45] root xid 45,"
                                                    + " APPLICATION INFO RESTART_APP, 1");
                            assertThat(trouble.notes())
                                    .containsExactly(
                                            "dcgm shows the last code only: it may hide an earlier fault");
                        });
        List<Told> both =
                new ArrayList<>(
                        kernel(
                                "n1",
                                Told.line(
                                        -30,
                                        "0000:3e:00",
                                        62,
                                        "pid=213710, name=nvtop, 323b6a66 000066f0")));
        both.add(metric);
        assertThat(troubles(both))
                .singleElement()
                .satisfies(
                        trouble -> {
                            assertThat(Told.shortly(trouble))
                                    .isEqualTo(
                                            "[0000:3e:00] [45, 62] root xid 62,"
                                                    + " GPU CRITICAL RESET_GPU, 2");
                            assertThat(trouble.notes())
                                    .containsExactly(
                                            "clean-up suppressed: 1 records of xid 43 or 45");
                        });
    }

    /** B08. */
    @Test
    void aBlindSourceIsATroubleOfTheMonitoring() {
        assertThat(
                        troubles(
                                List.of(
                                        Told.kind(
                                                Source.DCGM,
                                                "BLIND",
                                                FaultScope.MONITORING,
                                                Severity.DEGRADED,
                                                RecommendedAction.NONE,
                                                NOON))))
                .extracting(Told::shortly)
                .containsExactly("[] [] root BLIND, MONITORING DEGRADED NONE, 1");
    }

    /** B09. */
    @Test
    void aContainedErrorAndADroppedDeviceKeepTheNode() {
        List<Told> both =
                new ArrayList<>(
                        kernel(
                                "n1",
                                "[430954.533994] NVRM: Xid (PCI:0000:52:00): 94, pid='<unknown>', name=<unknown>, Contained: SM (0x1). RST: No, D-RST: No"));
        both.add(
                Told.kind(
                        Source.CONDITION,
                        "ALLOCATABLE_DROP",
                        FaultScope.GPU,
                        Severity.DEGRADED,
                        RecommendedAction.NONE,
                        null));

        assertThat(troubles(both))
                .extracting(Told::shortly)
                .containsExactly("[0000:52:00] [94] root xid 94, GPU DEGRADED RESTART_APP, 2");
    }

    /** B10. */
    @Test
    void unknownCodesAreNoticesOnEachNode() {
        List<Told> told =
                new ArrayList<>(
                        kernel("n1", "NVRM: Xid (PCI:0000:66:00): 999, pid=1234, name=test"));
        told.addAll(kernel("n2", "NVRM: Xid (PCI:0000:9b:00): 185, sparing"));

        assertThat(troubles(told))
                .extracting(Told::shortly)
                .containsExactly(
                        "[0000:66:00] [999] root xid 999, UNKNOWN UNKNOWN UNKNOWN, 1",
                        "[0000:9b:00] [185] root xid 185, GPU INFO NONE, 1");
    }

    /** B11. */
    @Test
    void aFailedRowRemapExplainsTheErrorsOfTheMemory() {
        List<Told> told =
                List.of(
                        xid(Source.DCGM, 48, new Gpu(2, null, null), null),
                        Told.kind(
                                Source.DCGM,
                                "ROW_REMAP_FAILURE",
                                FaultScope.GPU,
                                Severity.CRITICAL,
                                RecommendedAction.REPLACE_NODE,
                                null));

        assertThat(troubles(told))
                .extracting(Told::shortly)
                .containsExactly("[2] [48] root ROW_REMAP_FAILURE, GPU CRITICAL REPLACE_NODE, 2");
    }

    /** B57. */
    @Test
    void forgedLinesOpenNothing() {
        assertThat(
                        troubles(
                                "Dec 01 10:00:00 node-1 root[77]: NVRM: Xid (PCI:0000:b9:00): 79, GPU has fallen off the bus."))
                .isEmpty();
    }
}
