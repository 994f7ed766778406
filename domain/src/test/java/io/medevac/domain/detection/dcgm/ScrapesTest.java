package io.medevac.domain.detection.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScrapesTest {
    private static final String GPU_2 =
            "gpu=\"2\",UUID=\"GPU-00000002-1111-2222-3333-444444444442\",Hostname=\"node-1\"";

    /** Pages of the field, and what each says. */
    static Stream<Arguments> pages() {
        return Stream.of(
                Arguments.of(
                        "01-v2-old-labels.prom", List.of("7 null 3 XID 43 APPLICATION INFO NONE")),
                Arguments.of(
                        "02-v3-v4-Hostname-err-pod.prom",
                        List.of("9 node-1 5 XID 79 GPU CRITICAL REPLACE_NODE")),
                Arguments.of(
                        "04-after-fault-value-stays.prom",
                        List.of("9 node-1 2 XID 31 APPLICATION INFO RESTART_APP")),
                Arguments.of(
                        "05-exporter-restart.prom",
                        List.of("5 node-1 2 XID 31 APPLICATION INFO RESTART_APP")),
                Arguments.of(
                        "06-same-code-twice-invisible.prom",
                        List.of("9 node-1 2 XID 94 GPU DEGRADED RESTART_APP")),
                Arguments.of(
                        "07-xid-count-window.prom",
                        List.of(
                                "10 node-1 0 XID 48 GPU CRITICAL RESET_GPU",
                                "11 node-1 0 XID 63 GPU INFO NONE",
                                "12 node-1 0 XID 94 GPU DEGRADED RESTART_APP")),
                Arguments.of(
                        "09-gpu-health-status.prom",
                        List.of(
                                "25 node-1 1 GPU_LOST GPU CRITICAL REPLACE_NODE",
                                "30 node-1 2 RETIRED_PAGES_PENDING GPU DEGRADED NONE")),
                Arguments.of("10-mig.prom", List.of("4 node-2 0 XID 94 GPU DEGRADED RESTART_APP")),
                Arguments.of(
                        "11-ecc-remap-nvlink.prom",
                        List.of(
                                "5 node-1 2 ECC_DBE GPU CRITICAL RESET_GPU",
                                "11 node-1 2 REMAPPED_ROWS GPU DEGRADED NONE",
                                "17 node-1 2 ROW_REMAP_FAILURE GPU CRITICAL REPLACE_NODE",
                                "28 node-1 nvswitch1 SXID 20034 SWITCH CRITICAL REBOOT_NODE")),
                Arguments.of(
                        "14-prometheus-relabelled.prom",
                        List.of("2 node-1 2 XID 48 GPU CRITICAL RESET_GPU")),
                Arguments.of(
                        "15-hpc-job-label.prom",
                        List.of("4 node-1 0 XID 31 APPLICATION INFO RESTART_APP")),
                Arguments.of("17-truncated.prom", List.of()));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void readsPagesOfTheField(String page, List<String> expected) throws IOException {
        assertThat(Pages.of(Pages.resource(page))).extracting(Pages::shortly).isEqualTo(expected);
    }

    @Test
    void tellsAllThatTheLabelsName() throws IOException {
        Located lost = Pages.of(Pages.resource("02-v3-v4-Hostname-err-pod.prom")).getFirst();

        assertThat(lost)
                .isEqualTo(
                        new Located(
                                9,
                                new Finding(
                                        new Fault(
                                                "XID",
                                                79,
                                                new Gpu(
                                                        5,
                                                        "0000:b9:00",
                                                        "GPU-00000005-1111-2222-3333-444444444445"),
                                                FaultScope.GPU,
                                                Severity.CRITICAL,
                                                RecommendedAction.REPLACE_NODE,
                                                "dcgm: xid 79, catalogue",
                                                "GPU has fallen off the bus; pods train/worker-5"),
                                        "node-1",
                                        null,
                                        null,
                                        null,
                                        null,
                                        null)));
    }

    @Test
    void takesTheNodeOfTheTargetWhereTheLabelIsAPod() throws IOException {
        String page = Pages.resource("01-v2-old-labels.prom");

        assertThat(new Pages("n7").then(page).findings())
                .extracting(located -> located.finding().node())
                .containsExactly("n7");
    }

    @Test
    void takesTheJobsPodBehindPrometheus() throws IOException {
        Located located = Pages.of(Pages.resource("14-prometheus-relabelled.prom")).getFirst();

        assertThat(located.finding().fault().message())
                .isEqualTo("Double Bit ECC Error; pods train/worker-2");
    }

    @Test
    void namesInstancesAndJobsOnce() throws IOException {
        assertThat(Pages.of(Pages.resource("10-mig.prom")).getFirst().finding().fault().message())
                .isEqualTo("Contained ECC error; MIG instances 1, 2, 12; pods lab/nb-7");
        assertThat(
                        Pages.of(Pages.resource("15-hpc-job-label.prom"))
                                .getFirst()
                                .finding()
                                .fault()
                                .message())
                .isEqualTo("GPU memory page fault; jobs 12345, 12346");
    }

    @Test
    void countsACutLineAndReadsTheRest() throws IOException {
        Pages pages = new Pages(null).then(Pages.resource("17-truncated.prom"));

        assertThat(pages.findings()).isEmpty();
        assertThat(pages.unreadable()).isEqualTo(1);
    }

    @Test
    void findsTheOneBadGpuOfTwoThousand() {
        StringBuilder page = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            page.append(
                    "DCGM_FI_DEV_XID_ERRORS{gpu=\"%d\",UUID=\"GPU-%08x\",hostname=\"node-%04d\"} %d\n"
                            .formatted(i % 8, i, i / 8, i == 137 * 8 + 6 ? 79 : 0));
        }

        assertThat(Pages.of(page.toString()))
                .extracting(Pages::shortly)
                .containsExactly("1103 node-0137 6 XID 79 GPU CRITICAL REPLACE_NODE");
    }

    @Test
    void sameValueInLaterFilesIsNoNewFault() {
        Pages pages = new Pages(null).then(xid(0)).then(xid(79)).then(xid(79)).then(xid(0));

        assertThat(pages.then(xid(79)).findings()).hasSize(1);
        assertThat(pages.then(xid(45)).then(xid(79)).findings())
                .extracting(located -> located.finding().fault().code())
                .containsExactly(79, 45, 79);
    }

    @Test
    void aVanishedSeriesSaysNothing() {
        Pages pages = new Pages(null).then(xid(79)).then("# nothing\n").then(xid(79));

        assertThat(pages.findings()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {43, 45, 154})
    void aLateMildCodeMayHideASevereOne(int code) {
        Fault fault = Pages.of(xid(0) + xid(code)).getFirst().finding().fault();

        assertThat(fault.action().takesNodeOut()).isFalse();
        assertThat(fault.rule())
                .startsWith("dcgm: xid " + code)
                .endsWith("may hide an earlier fault");
    }

    @ParameterizedTest
    @ValueSource(ints = {144, 145, 146, 147, 148, 149, 150})
    void anNvlinkCodeWithoutItsSubCodesTakesNoNodeOut(int code) {
        assertThat(Pages.of(xid(code)))
                .hasSize(1)
                .noneMatch(located -> located.finding().fault().action().takesNodeOut());
    }

    @Test
    void anUnknownCodeIsReportedNeverRepaired() {
        assertThat(Pages.of(xid(999)))
                .extracting(Pages::shortly)
                .containsExactly("1 node-1 2 XID 999 UNKNOWN UNKNOWN UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "+Inf",
                "-1",
                "0.5",
                "2147483632",
                "140737488355328",
                "9223372036854775792",
                "1e30"
            })
    void aBlankValueIsNoValue(String blank) {
        assertThat(
                        Pages.of(
                                series("DCGM_FI_DEV_XID_ERRORS", "", blank)
                                        + series("DCGM_FI_DEV_ROW_REMAP_FAILURE", "", blank)
                                                .replace(" 0.5\n", " 0\n")))
                .isEmpty();
    }

    @Test
    void theWindowTellsWhatTheGaugeHides() {
        String window = series("DCGM_EXP_XID_ERRORS_COUNT", ",xid=\"48\"", "1");
        String both = xid(94) + window + window.replace("48", "94").replace("} 1", "} 3");

        assertThat(Pages.of(both))
                .extracting(located -> located.finding().fault().rule())
                .containsExactly("dcgm: xid 48, catalogue", "dcgm: xid 94, catalogue");
    }

    @Test
    void aWindowThatPassedIsNoRepairAndTheNextErrorIsNew() {
        Pages pages =
                new Pages(null)
                        .then(series("DCGM_EXP_XID_ERRORS_COUNT", ",xid=\"48\"", "2"))
                        .then(series("DCGM_EXP_XID_ERRORS_COUNT", ",xid=\"48\"", "1"))
                        .then(series("DCGM_EXP_XID_ERRORS_COUNT", "", "0"));
        assertThat(pages.findings()).hasSize(1);

        pages.then(series("DCGM_EXP_XID_ERRORS_COUNT", ",xid=\"48\"", "1"));

        assertThat(pages.findings()).hasSize(2);
    }

    @Test
    void remappedRowsAreATrendAndAFailureReplaces() {
        Pages pages = new Pages(null).then(series("DCGM_FI_DEV_ROW_REMAP_FAILURE", "", "0"));
        pages.then(series("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "", "12"));
        pages.then(series("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "", "13"));
        pages.then(series("DCGM_FI_DEV_ROW_REMAP_PENDING", "", "1"));
        pages.then(series("DCGM_FI_DEV_ROW_REMAP_FAILURE", "", "1"));

        assertThat(pages.findings())
                .extracting(Pages::shortly)
                .containsExactly(
                        "1 node-1 2 REMAPPED_ROWS GPU DEGRADED NONE",
                        "1 node-1 2 REMAPPED_ROWS GPU DEGRADED NONE",
                        "1 node-1 2 ROW_REMAP_PENDING GPU DEGRADED RESET_GPU",
                        "1 node-1 2 ROW_REMAP_FAILURE GPU CRITICAL REPLACE_NODE");
        assertThat(pages.findings().get(1).finding().fault().message())
                .isEqualTo("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS 13 (+1)");
    }

    @Test
    void ofRatesOnlyAFastRiseCounts() {
        String crc = "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_L3";
        Pages pages =
                new Pages(null)
                        .then(series("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "", "48211"))
                        .then(series("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "", "48219"))
                        .then(series("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "", "3"))
                        .then(series(crc, "", "5"))
                        .then(series(crc, "", "104"));
        assertThat(pages.findings()).isEmpty();

        pages.then(series("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "", "12"))
                .then(series(crc, "", "204"));

        assertThat(pages.findings())
                .extracting(Pages::shortly)
                .containsExactly(
                        "1 node-1 2 PCIE_REPLAY HOST DEGRADED NONE",
                        "1 node-1 2 NVLINK_ERROR NVLINK DEGRADED NONE");
        assertThat(pages.findings().getLast().finding().link()).isEqualTo(3);
    }

    @Test
    void aNonFatalSwitchErrorAsksForNothing() {
        assertThat(Pages.of("DCGM_FI_DEV_SXID_NON_FATAL_ERROR{nvswitch=\"0\",node=\"n1\"} 20009"))
                .extracting(Pages::shortly)
                .containsExactly("1 n1 nvswitch0 SXID 20009 SWITCH INFO NONE");
    }

    @Test
    void whatEndsJobsAllTheSameIsNotHarmlessBecauseItsGaugeSaysSo() {
        assertThat(Pages.of("DCGM_FI_DEV_SXID_NON_FATAL_ERROR{nvswitch=\"0\",node=\"n1\"} 11004"))
                .extracting(Pages::shortly)
                .containsExactly("1 n1 nvswitch0 SXID 11004 SWITCH CRITICAL REBOOT_NODE");
    }

    @Test
    void aSwitchErrorThatIsInNoTableIsNeverRepaired() {
        assertThat(Pages.of("DCGM_FI_DEV_NVSWITCH_FATAL_ERRORS{nvswitch=\"0\",node=\"n1\"} 99999"))
                .extracting(Pages::shortly)
                .containsExactly("1 n1 nvswitch0 SXID 99999 SWITCH UNKNOWN UNKNOWN");
    }

    @Test
    void aHealthThatStaysIsToldOnceAndAWorseOneAgain() {
        String warn =
                series(
                        "DCGM_EXP_GPU_HEALTH_STATUS",
                        ",health_watch=\"NVLINK\",health_error_code=\"DCGM_FR_NVLINK_DOWN\"",
                        "10");
        Pages pages = new Pages(null).then(warn).then(warn).then(warn.replace("} 10", "} 20"));

        assertThat(pages.findings())
                .extracting(Pages::shortly)
                .containsExactly(
                        "1 node-1 2 NVLINK_ERROR NVLINK DEGRADED CONTACT_SUPPORT",
                        "1 node-1 2 NVLINK_ERROR NVLINK CRITICAL CONTACT_SUPPORT");
    }

    @Test
    void aSourceThatShowsTheSameValuesIsBlind() {
        String page = xid(0) + series("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "", "1843921.5");
        Pages pages = new Pages(null);
        IntStream.range(0, 4).forEach(i -> pages.then(page));
        assertThat(pages.findings()).isEmpty();

        IntStream.range(4, 240).forEach(i -> pages.then(page));

        assertThat(pages.findings())
                .extracting(Pages::shortly)
                .containsExactly("1 node-1 null BLIND MONITORING DEGRADED NONE");
    }

    @Test
    void aSourceWhoseEnergyRisesIsNotBlind() {
        Pages pages = new Pages(null);
        IntStream.range(0, 20)
                .forEach(
                        i ->
                                pages.then(
                                        xid(0)
                                                + series(
                                                        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
                                                        "",
                                                        "" + i)));

        assertThat(pages.findings()).isEmpty();
    }

    @Test
    void takesTheTimeOfTheSample() {
        assertThat(Pages.of(series("DCGM_FI_DEV_XID_ERRORS", "", "79 1782240297000")))
                .extracting(located -> located.finding().at())
                .containsExactly(Instant.parse("2026-06-23T18:44:57Z"));
    }

    @Test
    void everyFieldAndEveryErrorHasAMeaning() {
        assertThat(Field.every())
                .hasSizeGreaterThan(20)
                .allSatisfy(field -> assertThat(field.source()).isNotBlank());
    }

    @Test
    void noTextBreaksIt() {
        Random random = new Random(4711);
        String pieces =
                "DCGM_FI_DEV_XID_ERRORS{gpu=\"2\",UUID=\"GPU-1\"}# HELP \n\\\u0000\uD800 79NaN\t,";
        Scrapes scrapes = new Scrapes(Pages.RULES, null, DcgmState.EMPTY);
        for (int i = 0; i < 150_000; i++) {
            StringBuilder line = new StringBuilder();
            int length = random.nextInt(12);
            for (int j = 0; j < length; j++) {
                int from = random.nextInt(pieces.length());
                line.append(pieces, from, Math.min(pieces.length(), from + 1 + random.nextInt(20)));
            }
            scrapes.line(i, line.toString());
            if (i % 1000 == 0) {
                scrapes.end();
            }
        }

        assertThat(scrapes.unreadable()).isPositive();
    }

    private static String xid(int code) {
        return series("DCGM_FI_DEV_XID_ERRORS", "", Integer.toString(code));
    }

    private static String series(String name, String more, String value) {
        return name + "{" + GPU_2 + more + "} " + value + "\n";
    }
}
