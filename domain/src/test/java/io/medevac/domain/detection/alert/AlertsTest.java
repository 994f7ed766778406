package io.medevac.domain.detection.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.alert.Alert.Status;
import io.medevac.domain.detection.alert.Alerts.Step;
import io.medevac.domain.detection.alert.Alerts.Told;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertsTest {
    private static final Instant SINCE = Instant.parse("2026-06-23T18:44:57Z");
    private static final Alerts ALERTS =
            new Alerts(new SecondHand(FaultCatalogue.shipped()::classify));

    @ParameterizedTest
    @CsvSource({
        "xid, 79, summary, text, 79",
        "err_code, 48, summary, text, 48",
        "err_code, 0, summary, Xid 79 on n1, 79",
        "x, 1, description, NVRM: Xid (PCI:0000:9b:00): 31; gone, 31",
        "x, 1, value, 79, 79"
    })
    void findsTheXid(String label, String value, String annotation, String text, int code) {
        Alert alert = firing(Map.of("alertname", "GpuXid", label, value), Map.of(annotation, text));

        assertThat(faults(alert)).extracting(Fault::code).containsExactly(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GpuXid | x | no XID 79 was found on n1 | DEGRADED | CONTACT_SUPPORT",
                "GpuXid | x | If this is XID 79, reboot the node | DEGRADED | CONTACT_SUPPORT",
                "GpuXid | x | see the runbook for XID 31 | INFO | RESTART_APP",
                "GpuXid | xid | no XID 79 was found on n1 | CRITICAL | REPLACE_NODE",
                "GpuXid79 | x | see the runbook for XID 79 | CRITICAL | REPLACE_NODE",
                "GpuXid | x | XID 79 on n1 | CRITICAL | REPLACE_NODE",
                "GpuXid | x | n1: xid=79 | CRITICAL | REPLACE_NODE",
                "GpuXid | x | said NVRM: Xid (PCI:0000:9b:00): 79, gone | CRITICAL | REPLACE_NODE"
            })
    void aSentenceAloneNeverTakesANodeOut(
            String name, String label, String text, Severity severity, RecommendedAction action) {
        Alert alert = firing(Map.of("alertname", name, label, "79"), Map.of("summary", text));

        assertThat(faults(alert))
                .extracting(Fault::severity, Fault::action)
                .containsExactly(org.assertj.core.api.Assertions.tuple(severity, action));
    }

    @ParameterizedTest
    @CsvSource({
        "DCGMExporterDown, BLIND, NONE",
        "GpuRowRemapFailure, ROW_REMAP_FAILURE, CONTACT_SUPPORT",
        "GPU double-bit ECC, ECC_DBE, CONTACT_SUPPORT",
        "NVLinkErrors, NVLINK_ERROR, CONTACT_SUPPORT",
        "GpuTemperatureHigh, GPU_THROTTLING, NONE",
        "GpuSomething, GPU_ALERT, UNKNOWN"
    })
    void aNameAloneAsksAtMostForAPerson(String name, String kind, RecommendedAction action) {
        Fault fault = faults(firing(Map.of("alertname", name, "node", "n1"), Map.of())).getFirst();

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.action()).isEqualTo(action);
    }

    @Test
    void labelsNameTheGpuBetterThanTexts() {
        Alert alert =
                firing(
                        Map.of("alertname", "GpuXid", "gpu", "4", "Hostname", "n1", "xid", "31"),
                        Map.of("summary", "Xid on n1 gpu 2"));

        assertThat(faults(alert).getFirst().gpu().index()).isEqualTo(4);
    }

    @Test
    void anAlertAboutSomethingElseIsForeign() {
        Step step =
                ALERTS.of(
                        Told.NONE,
                        group(firing(Map.of("alertname", "HighCpuUsage"), Map.of())),
                        "n1");

        assertThat(step.findings()).isEmpty();
        assertThat(step.foreign()).isEqualTo(1);
    }

    @Test
    void aTextQuotingASwitchIsAFaultOfTheSwitch() {
        Alert alert =
                firing(
                        Map.of("alertname", "NvSwitch", "nvswitch", "1", "node", "n1"),
                        Map.of("summary", "fatal SXID 20034"));

        assertThat(ALERTS.of(Told.NONE, group(alert), null).findings())
                .extracting(Finding::device, finding -> finding.fault().action())
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(
                                "nvswitch1", RecommendedAction.REBOOT_NODE));
    }

    @Test
    void remembersABoundedNumberOfAlerts() {
        List<Alert> many =
                IntStream.range(0, 10_500)
                        .mapToObj(
                                i ->
                                        new Alert(
                                                Status.FIRING,
                                                Map.of("alertname", "GpuXid", "xid", "79"),
                                                Map.of(),
                                                SINCE,
                                                "f" + i))
                        .toList();

        Told told = ALERTS.of(Told.NONE, new AlertGroup(many, 0), null).told();

        assertThat(told.identities()).hasSize(10_000);
        assertThat(ALERTS.of(told, group(many.getLast()), null).repeated()).isEqualTo(1);
    }

    private static List<Fault> faults(Alert alert) {
        return ALERTS.of(Told.NONE, group(alert), null).findings().stream()
                .map(Finding::fault)
                .toList();
    }

    private static AlertGroup group(Alert alert) {
        return new AlertGroup(List.of(alert), 0);
    }

    private static Alert firing(Map<String, String> labels, Map<String, String> annotations) {
        return new Alert(Status.FIRING, labels, annotations, SINCE, "1");
    }
}
