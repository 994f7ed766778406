package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.SitePolicy.Rule;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of a record, beyond the number that it has. */
class FaultRulesTest {
    private static final FaultCatalogue CATALOGUE = FaultCatalogue.shipped();
    private static final String REMAP =
            "NVRM: Xid (PCI:0000:00:08.0): 145, RLW_REMAP Nonfatal XC1 i0 Link 10 (%s 0x00000040"
                    + " 0x00000000 0x00000000 0x00000000 0x00000000)";
    private static final String LOADING =
            "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  %s  Release Build  (b@h)";

    @ParameterizedTest
    @CsvSource({
        "0x00000082, 570.148.08, RESET_GPU",
        "0x00000082, 580.105.08, NONE",
        "0x00000082, , RESET_GPU",
        "0x00000004, 570.148.08, NONE",
        "0x00000004, 580.105.08, RESET_GPU",
        "0x00000004, , RESET_GPU",
        "0x00000004, 575.57.08, RESET_GPU",
        "0x00000004, 574, NONE",
    })
    void readsTheLayoutOfTheDriver(String word, String driver, RecommendedAction action) {
        List<Finding> given = Reading.findings(List.of(REMAP.formatted(word)), CATALOGUE, driver);
        assertThat(given.getFirst().fault().action()).isEqualTo(action);
        if (driver == null) {
            assertThat(given.getFirst().fault().rule()).contains("driver unknown");
        }
    }

    @Test
    void takesTheDriverThatTheLogOfTheNodeShows() {
        List<Finding> found =
                Reading.findings(
                        List.of(
                                "May 29 01:37:38 a kernel: " + LOADING.formatted("570.158.01"),
                                "May 29 01:37:38 b kernel: " + LOADING.formatted("580.105.08"),
                                "May 29 01:37:38 a kernel: " + REMAP.formatted("0x00000004"),
                                "May 29 01:37:38 b kernel: " + REMAP.formatted("0x00000004")));

        assertThat(found.subList(2, 4))
                .extracting(finding -> finding.fault().action())
                .containsExactly(RecommendedAction.NONE, RecommendedAction.RESET_GPU);
    }

    @Test
    void takesNoNonfatalNotificationForARepair() throws Exception {
        assertThat(ofRow("K062").action()).isEqualTo(RecommendedAction.NONE);
        assertThat(ofRow("K063").action()).isEqualTo(RecommendedAction.NONE);
        assertThat(ofRow("K064"))
                .satisfies(
                        fault -> {
                            assertThat(fault.action()).isEqualTo(RecommendedAction.NONE);
                            assertThat(fault.rule()).contains("XID_154_EVAL");
                        });
        assertThat(ofRow("K065").action()).isEqualTo(RecommendedAction.RESET_GPU);
    }

    @ParameterizedTest
    @CsvSource({
        "K060, CRITICAL, RESET_GPU",
        "K066, CRITICAL, RESET_GPU",
        "K069, INFO, NONE",
        "K070, CRITICAL, RESET_GPU",
        "K071, DEGRADED, NONE",
        "K034, CRITICAL, RESET_GPU",
        "K067, CRITICAL, RESET_GPU",
        "K068, CRITICAL, RESET_GPU",
        "K159, DEGRADED, RESTART_APP",
        "K160, CRITICAL, CONTACT_SUPPORT",
        "K083, CRITICAL, CONTACT_SUPPORT",
        "K082, CRITICAL, CONTACT_SUPPORT",
        "K114, CRITICAL, REBOOT_NODE",
        "K115, INFO, NONE",
        "K121, CRITICAL, REBOOT_NODE",
        "K123, INFO, NONE",
        "K125, DEGRADED, CONTACT_SUPPORT",
        "K101, CRITICAL, REPLACE_NODE",
        "K054, UNKNOWN, UNKNOWN",
        "K103, INFO, NONE",
        "K127, CRITICAL, REPLACE_NODE",
        "K139, INFO, NONE",
        "K140, CRITICAL, CONTACT_SUPPORT",
        "K141, CRITICAL, RESET_GPU",
    })
    void recommendsForRecordsOfTheField(String id, Severity severity, RecommendedAction action)
            throws Exception {
        Fault fault = ofRow(id);

        assertThat(fault.severity()).isEqualTo(severity);
        assertThat(fault.action()).isEqualTo(action);
    }

    @Test
    void saysWhenLineAndTableDiffer() throws Exception {
        assertThat(ofRow("K060").rule()).contains("line says Nonfatal, the table Fatal");
        assertThat(ofRow("K082").rule()).contains("number 71 and text (xid 74) contradict");
        assertThat(xid(149, "NETIR_BER_EVENT Fatal XC0 i0 Link 03 (0x00086226 0x00000001)"))
                .satisfies(
                        fault -> {
                            assertThat(fault.action()).isEqualTo(RecommendedAction.CONTACT_SUPPORT);
                            assertThat(fault.rule()).contains("line says Fatal");
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "0x800001, INFO, NONE",
        "0x100000, DEGRADED, NONE",
        "0x10, DEGRADED, NONE",
        "0x200000, DEGRADED, CONTACT_SUPPORT",
        "0x200100, CRITICAL, CONTACT_SUPPORT",
        "0x800000, INFO, NONE",
        "0x8, CRITICAL, CONTACT_SUPPORT",
        "0x0, CRITICAL, CONTACT_SUPPORT",
    })
    void readsTheFirstRegisterOfXid74(
            String register, Severity severity, RecommendedAction action) {
        Fault fault =
                xid(
                        74,
                        "NVLink: fatal error detected on link 6(%s, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0)"
                                .formatted(register));

        assertThat(fault.severity()).isEqualTo(severity);
        assertThat(fault.action()).isEqualTo(action);
    }

    @Test
    void callsNothingHarmlessWhereOtherRegistersOfXid74AreSet() {
        assertThat(
                        xid(74, "NVLink: fatal error detected on link 6(0x800000, 0x0, 0x1, 0x0)")
                                .rule())
                .isEqualTo("catalogue: xid 74");
    }

    @ParameterizedTest
    @CsvSource({
        "79, GPU, CRITICAL, REPLACE_NODE",
        "145, NVLINK, DEGRADED, CONTACT_SUPPORT",
        "999, UNKNOWN, UNKNOWN, UNKNOWN",
    })
    void chargesTheXidThatTheCleanUpNames(
            int cause, FaultScope scope, Severity severity, RecommendedAction action) {
        Fault fault = xid(45, "Ch 00000001 caused by previous Xid " + cause);

        assertThat(fault.code()).isEqualTo(45);
        assertThat(fault.scope()).isEqualTo(scope);
        assertThat(fault.severity()).isEqualTo(severity);
        assertThat(fault.action()).isEqualTo(action);
        assertThat(fault.rule()).startsWith("xid 45 caused by previous xid " + cause);
    }

    @Test
    void neverRepairsAnUnknownNumberForItsText() {
        assertThat(xid(999, "GPU has fallen off the bus."))
                .satisfies(
                        fault -> {
                            assertThat(fault.action()).isEqualTo(RecommendedAction.UNKNOWN);
                            assertThat(fault.rule()).contains("its text belongs to xid 79");
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pid=12, name=, Uncontained: , Graphics Exception: ESR 0x405840=0x8c000000",
                "pid=12, name=a, Uncontained: , Graphics Exception: ESR 0x405840=0x8c000000",
                "pid=12, name=x, Contained: , Graphics Exception: ESR 0x405840=0x8c000000",
                "pid=12, name=x, Ch 00000008, Uncontained: LTC TAG",
                "pid=12, name=x, GPU has fallen off the bus.",
                "pid=12, name=x, NVLink: fatal error detected on link 6",
                "Uncontained: LTC TAG (0x2,0x0). RST: Yes, D-RST: No"
            })
    void makesNoErrorOfAProgramOneOfTheHardwareForItsText(String text) {
        for (int code : new int[] {13, 31, 43, 45, 69}) {
            Fault fault = Reading.only("NVRM: Xid (PCI:0000:9b:00): " + code + ", " + text).fault();

            assertThat(fault.scope()).isEqualTo(FaultScope.APPLICATION);
            assertThat(fault.action().takesNodeOut()).isFalse();
            assertThat(fault.action()).isNotEqualTo(RecommendedAction.RESET_GPU);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name=, Uncontained: , Contained: SM (0x1). RST: No, D-RST: No",
                "name=a, GPU is gone, GPU has fallen off the bus.",
                "name=GPU has fallen off the bus, Contained: SM (0x1). RST: No",
                "name=a, Ch 00000008 GPU has fallen off the bus.",
            })
    void takesNoWordsFromTheNameOfAProcess(String text) {
        assertThat(Reading.only("NVRM: Xid (PCI:0000:9b:00): 94, pid=1, " + text).fault().action())
                .isEqualTo(RecommendedAction.RESTART_APP);
    }

    @Test
    void saysThatTheTextOfAnErrorOfAProgramContradictsIt() {
        assertThat(xid(43, "GPU has fallen off the bus.").rule())
                .contains("number 43 and text (xid 79) contradict each other: the number counts");
    }

    @Test
    void takesTheStricterOfTwoErrorsOfTheHardware() {
        assertThat(xid(94, "Uncontained: LTC TAG (0x2,0x0). RST: Yes, D-RST: No").action())
                .isEqualTo(RecommendedAction.RESET_GPU);
        assertThat(xid(119, "Timeout after 6s of waiting for RPC response from GPU4 GSP!").rule())
                .isEqualTo("catalogue: xid 119");
        assertThat(xid(94, "Timeout waiting for RPC response from GPU0!").action())
                .isEqualTo(RecommendedAction.RESET_GPU);
    }

    @Test
    void keepsTheNumberWhereTheTextAsksForLess() {
        assertThat(xid(79, "Row Remapper: New row marked for remapping").action())
                .isEqualTo(RecommendedAction.REPLACE_NODE);
    }

    @Test
    void doesWhatTheSiteSays() {
        FaultCatalogue sited =
                CATALOGUE.with(
                        new SitePolicy(
                                List.of(
                                        rule("XID", 63, RecommendedAction.RESET_GPU),
                                        rule("XID", 999, RecommendedAction.REPLACE_NODE),
                                        rule("XID", 154, RecommendedAction.NONE),
                                        rule("NIC_LINK", null, RecommendedAction.CONTACT_SUPPORT),
                                        rule("XID", 79, RecommendedAction.REBOOT_NODE))));

        List<Finding> found =
                Reading.findings(
                        List.of(
                                "NVRM: Xid (PCI:0000:05:00): 63, x",
                                "NVRM: Xid (PCI:0000:05:00): 999, x",
                                "NVRM: Xid (PCI:0000:05:00): 154, GPU recovery action changed from"
                                        + " 0x0 (None) to 0x2 (Node Reboot Required)",
                                "mlx5_core 0000:9c:00.0 eth0: Link down",
                                "NVRM: GPU 0000:05:00.0: GPU has fallen off the bus.",
                                "NVRM: Xid (PCI:0000:05:00): 64, x"),
                        sited,
                        null);

        assertThat(found)
                .extracting(finding -> finding.fault().action())
                .containsExactly(
                        RecommendedAction.RESET_GPU,
                        RecommendedAction.REPLACE_NODE,
                        RecommendedAction.REBOOT_NODE,
                        RecommendedAction.CONTACT_SUPPORT,
                        RecommendedAction.REBOOT_NODE,
                        RecommendedAction.RESET_GPU);
        assertThat(found.getFirst().fault().rule())
                .isEqualTo("site policy: XID 63 (instead of catalogue: xid 63)");
    }

    @Test
    void refusesAPolicyThatContradictsItselfOrSaysNothing() {
        Rule rule = rule("XID", 63, RecommendedAction.NONE);

        assertThatThrownBy(() -> new SitePolicy(List.of(rule, rule)))
                .hasMessage("XID 63 is there twice");
        assertThatThrownBy(() -> new Rule("XID", 63, null, null, null))
                .hasMessage("XID 63 gives neither action nor severity nor scope");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"RLW_REMAP", "RLW_REMAP Nonfatal", "RLW_REMAP Nonfatal XC1", "text", ""})
    void fallsBackToTheCatalogueWhereNothingCanBeDecoded(String message) {
        assertThat(xid(145, message).rule()).isEqualTo("catalogue: xid 145");
    }

    private static Rule rule(String kind, Integer code, RecommendedAction action) {
        return new Rule(kind, code, null, null, action);
    }

    private static Fault xid(int code, String message) {
        return CATALOGUE.classify(
                new XidReported("0000:9b:00", code, null, null, message), Gpu.UNKNOWN);
    }

    private static Fault ofRow(String id) throws Exception {
        CorpusRow row =
                CorpusRow.all().stream()
                        .filter(candidate -> candidate.id().equals(id))
                        .findFirst()
                        .orElseThrow();
        return Reading.findings(row.lines()).getLast().fault();
    }
}
