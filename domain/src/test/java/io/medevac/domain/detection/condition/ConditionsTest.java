package io.medevac.domain.detection.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.condition.NodeObject.Amount;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {
    private static final Instant SINCE = Instant.parse("2026-06-23T18:44:57Z");
    private static final String BOOT = "6e43a052-e544-467b-a972-63d7cd2ce80a";
    private static final Conditions CONDITIONS =
            new Conditions(new SecondHand(FaultCatalogue.shipped()::classify));
    private static final Events EVENTS = new Events(CONDITIONS);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NVLinkStatusInactive | True | x | NVLINK_ERROR | CRITICAL | CONTACT_SUPPORT",
                "IBLinkFlapping | True | x | NIC_LINK | DEGRADED | NONE",
                "UnhealthyNvidiaDevicePlugin | True | x | DEVICE_PLUGIN | DEGRADED | NONE",
                "AcceleratedHardwareReady | False | NvidiaDoubleBitError | ECC_DBE | CRITICAL | RESET_GPU",
                "AcceleratedHardwareReady | False | DCGMHealthCode13 | NVLINK_ERROR | CRITICAL | CONTACT_SUPPORT",
                "AcceleratedHardwareReady | False | DCGMHealthCode4711 | GPU_HEALTH | UNKNOWN | UNKNOWN",
                "AcceleratedHardwareReady | False | NvidiaSomethingNew | ACCELERATOR_ERROR | UNKNOWN | UNKNOWN",
                "AcceleratedHardwareReady | False | NvidiaXID64Error | XID | CRITICAL | RESET_GPU",
                "AcceleratedHardwareReady | Unknown | x | BLIND | DEGRADED | NONE",
                "XIDErrors | True | x | XID | UNKNOWN | UNKNOWN",
                "GpuThermalWatch | True | GpuThermalWatchIsNotHealthy | GPU_THROTTLING | DEGRADED | NONE",
                "SysLogsGPUFallenOff | True | x | GPU_LOST | CRITICAL | REPLACE_NODE",
                "DCGMError | True | x | BLIND | DEGRADED | NONE",
                "NvidiaErrorTerminate | True | XidHardwareFailure | GPU_HEALTH | UNKNOWN | UNKNOWN",
                "KernelDeadlock | True | DockerHung | HOST_PROBLEM | DEGRADED | CONTACT_SUPPORT",
                "SlurmNodeDrain | True | SlurmNodeDrained | SLURM_DRAIN | INFO | NONE",
                "NebiusMaintenanceScheduled | True | x | MAINTENANCE | INFO | NONE"
            })
    void knowsTypesAndReasons(
            String type,
            String status,
            String reason,
            String kind,
            Severity severity,
            RecommendedAction action) {
        assertThat(of(condition(type, status, reason, "text")))
                .extracting(Finding::fault)
                .extracting(Fault::kind, Fault::severity, Fault::action)
                .containsExactly(tuple(kind, severity, action));
    }

    @ParameterizedTest
    @CsvSource({
        "FooReady, False",
        "FooReady, True",
        "Ready, False",
        "Ready, Unknown",
        "AcceleratedHardwareReady, True",
        "GPUMissing, False",
        "XidCriticalError, False",
        "SysLogsXIDError, False",
        "GPUHealthy, True"
    })
    void unknownTypesAndGoodStatesSayNothing(String type, String status) {
        assertThat(
                        of(
                                condition(
                                        type,
                                        status,
                                        "NvidiaXID79Error",
                                        "NVRM: Xid (PCI:0000:3b:00): 79, x")))
                .isEmpty();
    }

    @Test
    void theReasonMayBeAMapOfXids() {
        assertThat(
                        of(
                                condition(
                                        "XidCriticalError",
                                        "True",
                                        "{\"79\":true,\"48\":true,\"31\":false}",
                                        BOOT)))
                .extracting(finding -> finding.fault().code())
                .containsExactly(48, 79);
        assertThat(of(condition("XidCriticalError", "True", "?", BOOT)))
                .extracting(finding -> finding.fault().action())
                .containsExactly(RecommendedAction.UNKNOWN);
    }

    @Test
    void aMapOfAnotherBootIsStale() {
        NodeCondition old = condition("XidCriticalError", "True", "{\"79\":true}", BOOT);
        NodeObject node =
                new NodeObject(
                        "n1", "11111111-2222-4333-8444-555555555555", List.of(old), Map.of());

        assertThat(CONDITIONS.of(node, null, null))
                .extracting(finding -> finding.fault().kind(), finding -> finding.fault().action())
                .containsExactly(tuple("STALE_CONDITION", RecommendedAction.NONE));
        assertThat(CONDITIONS.of(node, null, BOOT))
                .extracting(finding -> finding.fault().action())
                .containsExactly(RecommendedAction.REPLACE_NODE);
    }

    @Test
    void aCutMessageGivesNoHalfNumber() {
        String whole = "ErrorCode:119 PCI:0002:00:00 kernel: text;";
        String message = "x".repeat(1024 - whole.length() - 11) + ";" + whole;

        assertThat(of(condition("SysLogsXIDError", "True", "r", message + "ErrorCode:9")))
                .extracting(finding -> finding.fault().code())
                .doesNotContain(9)
                .contains(119);
        assertThat(of(condition("SysLogsXIDError", "True", "r", message + "ErrorCode:9 ")))
                .extracting(finding -> finding.fault().code())
                .contains(119, 9);
    }

    @Test
    void anyOrderOfConditionsSaysTheSame() {
        List<NodeCondition> conditions =
                new ArrayList<>(
                        List.of(
                                condition("GPUMissing", "True", "a", "expected 8, found 7"),
                                condition(
                                        "XIDErrors",
                                        "True",
                                        "b",
                                        "NVRM: Xid (PCI:0001:00:00): 79, x"),
                                condition("GPUClockThrottling", "True", "c", "on GPU 3"),
                                condition(
                                        "AcceleratedHardwareReady",
                                        "False",
                                        "NvidiaXID48Error",
                                        ""),
                                condition("Ready", "False", "d", "")));
        List<Finding> findings = of(conditions);
        Random random = new Random(4711);
        for (int i = 0; i < 100; i++) {
            Collections.shuffle(conditions, random);

            assertThat(of(conditions)).containsExactlyInAnyOrderElementsOf(findings);
        }
        assertThat(findings).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {144, 145, 146, 147, 148, 149, 150})
    void anNvlinkCodeWithoutItsSubCodesTakesNoNodeOut(int code) {
        assertThat(
                        of(
                                condition(
                                        "AcceleratedHardwareReady",
                                        "False",
                                        "NvidiaXID" + code + "Error",
                                        "fatal")))
                .hasSize(1)
                .noneMatch(finding -> finding.fault().action().takesNodeOut());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ErrorCode:DCGM_FR_XID_ERROR GPU:1 XID 119 detected | XID | 119",
                "ErrorCode:DCGM_FR_XID_ERROR GPU:1 detected | GPU_HEALTH |",
                "ErrorCode:DCGM_FR_SXID_ERROR fatal SXID 20034 | SXID | 20034",
                "ErrorCode:DCGM_FR_NEVER_SEEN GPU:1 XID 48 | XID | 48",
                "ErrorCode:DCGM_FR_NEVER_SEEN GPU:1 | GPU_HEALTH |",
                "ErrorCode:79 PCI:0000:3b:00 | XID | 79"
            })
    void aCodeInTheTextIsBetterThanAVagueError(String message, String kind, Integer code) {
        assertThat(of(condition("GpuAllWatch", "True", "GpuAllWatchIsNotHealthy", message)))
                .extracting(finding -> finding.fault().kind(), finding -> finding.fault().code())
                .containsExactly(tuple(kind, code));
    }

    @Test
    void anSxidIsOfTheSwitchThatTheTextNames() {
        assertThat(
                        of(
                                condition(
                                        "SysLogsSXIDError",
                                        "True",
                                        "SysLogsSXIDErrorIsNotHealthy",
                                        "ErrorCode:24007 NVSWITCH:0 PCI:0000:c3:00.0 NVLINK:30 GPU:1"
                                                + " GPU_UUID:GPU-11111111-1111-1111-1111-111111111111"
                                                + " kernel: [123.456791] nvidia-nvswitch0: SXid"
                                                + " (PCI:0000:c3:00.0): 24007, Fatal, Link 30 x"
                                                + " Recommended Action=CONTACT_SUPPORT;"
                                                + "ErrorCode:20009 NVSWITCH:2 PCI:0000:c5:00.0"
                                                + " NVLINK:28 kernel: nvidia-nvswitch2: SXid"
                                                + " (PCI:0000:c5:00.0): 20009, Non-fatal, Link 28 y"
                                                + " Recommended Action=NONE;")))
                .extracting(
                        finding -> finding.fault().code(),
                        Finding::device,
                        finding -> finding.fault().gpu(),
                        Finding::link)
                .containsExactly(
                        tuple(24007, "nvswitch0", new Gpu(null, "0000:c3:00", null), 30),
                        tuple(20009, "nvswitch2", new Gpu(null, "0000:c5:00", null), 28));
    }

    @Test
    void aDropOfAllocatableGpusNamesNoGpuAndAsksForNothing() {
        NodeObject node =
                new NodeObject("n1", BOOT, List.of(), Map.of("nvidia.com/gpu", new Amount(8, 7)));

        assertThat(CONDITIONS.of(node, null, null))
                .extracting(
                        finding -> finding.fault().action(), finding -> finding.fault().message())
                .containsExactly(
                        tuple(RecommendedAction.NONE, "7 of 8 nvidia.com/gpu are allocatable"));
    }

    @Test
    void readsTheConditionThatAnEventTellsOf() {
        ClusterEvent event =
                new ClusterEvent(
                        "Warning",
                        "XidHardwareFailure",
                        "Node condition NvidiaErrorReboot is now: True, reason: XidHardwareFailure,"
                                + " message: \"NVRM: Xid (PCI:0000:b9:00): 79, gone\"",
                        "Node",
                        "n1",
                        SINCE);

        assertThat(EVENTS.of(event, null))
                .extracting(finding -> finding.fault().code(), finding -> finding.fault().message())
                .containsExactly(tuple(79, "gone"));
    }

    @ParameterizedTest
    @CsvSource({
        "NvidiaPageRetirement, RETIRED_PAGES, NONE",
        "NvidiaNCCLError, NCCL_ERROR, NONE",
        "DCGMHealthCode13, NVLINK_ERROR, CONTACT_SUPPORT",
        "DCGMHealthCode80, ROW_REMAP_FAILURE, NONE",
        "DCGMFieldError112, BLIND, NONE",
        "RedeployScheduled, MAINTENANCE, NONE",
        "GPUMissing, GPU_LOST, NONE",
        "IBLinkFlapping, NIC_LINK, NONE",
        "GpuMemWatchIsNotHealthy, GPU_MEMORY, CONTACT_SUPPORT"
    })
    void aWarningNeverTakesANodeOut(String reason, String kind, RecommendedAction action) {
        ClusterEvent event = new ClusterEvent("Warning", reason, "text", "Node", "n1", SINCE);

        assertThat(EVENTS.of(event, null))
                .extracting(finding -> finding.fault().kind(), finding -> finding.fault().action())
                .containsExactly(tuple(kind, action));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "XidCritical | no XID 79 was found on this node | CONTACT_SUPPORT",
                "XidCritical | this may come before XID 79 | CONTACT_SUPPORT",
                "NvidiaXID79Error | detected XID-79 on the instance | REPLACE_NODE",
                "XIDError | Caught XID error, XID=79 | REPLACE_NODE",
                "XidCritical | NVRM: Xid (PCI:0000:9b:00): 79, gone | REPLACE_NODE"
            })
    void aSentenceAloneNeverTakesANodeOut(String reason, String text, RecommendedAction action) {
        assertThat(of(condition("GpuXidError", "True", reason, text)))
                .extracting(finding -> finding.fault().action())
                .containsExactly(action);
    }

    @Test
    void hearsALineOfTheKernelInAnEventOfANodeOnly() {
        String line = "NVRM: Xid (PCI:0000:b9:00): 79, gone";

        assertThat(EVENTS.of(new ClusterEvent("Warning", "X", line, "Node", "n1", SINCE), null))
                .extracting(finding -> finding.fault().code())
                .containsExactly(79);
        assertThat(EVENTS.of(new ClusterEvent("Warning", "X", line, "Pod", "p", SINCE), "n1"))
                .isEmpty();
        assertThat(EVENTS.of(new ClusterEvent("Normal", "X", "Xid 79", "Node", "n1", SINCE), "n1"))
                .isEmpty();
        assertThat(
                        EVENTS.of(
                                new ClusterEvent(
                                        "x",
                                        "SysLogsXIDErrorIsHealthy",
                                        "fine",
                                        "Node",
                                        "n",
                                        SINCE),
                                null))
                .isEmpty();
    }

    private static NodeCondition condition(
            String type, String status, String reason, String message) {
        return new NodeCondition(type, status, reason, message, SINCE);
    }

    private static List<Finding> of(NodeCondition condition) {
        return of(List.of(condition));
    }

    private static List<Finding> of(List<NodeCondition> conditions) {
        return CONDITIONS.of(new NodeObject("n1", BOOT, conditions, Map.of()), null, null);
    }
}
