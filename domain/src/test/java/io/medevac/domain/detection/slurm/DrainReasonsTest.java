package io.medevac.domain.detection.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.FindingKinds;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrainReasonsTest {
    private static final Instant AT = Instant.parse("2026-11-29T12:00:00Z");
    private final DrainReasons reasons =
            new DrainReasons(new SecondHand(FaultCatalogue.shipped()::classify));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NHC: Check check_nv_gpu_count 2 returned 1|SLURM_HEALTH_CHECK GPU DEGRADED NONE",
                "NHC: check_gpu_count:  GPU count found 7, expected 8|SLURM_HEALTH_CHECK GPU DEGRADED NONE",
                "NHC: check_gpu_ecc: GPU 3 volatile double bit errors|SLURM_HEALTH_CHECK GPU DEGRADED NONE",
                "NHC: check_fs_mount:  /scratch not mounted|SLURM_HEALTH_CHECK HOST DEGRADED NONE",
                "NHC: Watchdog timer unable to terminate hung NHC process 16263.|SLURM_HEALTH_CHECK HOST DEGRADED NONE",
                "nhc: check_hw_ib:  no 400 Gb/s IB port|SLURM_HEALTH_CHECK HOST DEGRADED NONE",
                "[node_problem] gpu_health: DCGM says FAIL|SLURM_HEALTH_CHECK GPU DEGRADED NONE",
                "[node_problem] Failed ib-gpu-perf: job 77 [slurm_job]|SLURM_HEALTH_CHECK HOST DEGRADED NONE",
                "[hardware_problem] gpu-fryer: job 12 [slurm_job]|SLURM_HEALTH_CHECK GPU DEGRADED NONE",
                "HealthCheckProgram failed|SLURM_HEALTH_CHECK HOST DEGRADED NONE",
                "Failed GPU health check in epilog|SLURM_HEALTH_CHECK GPU DEGRADED NONE",
                "gres/gpu count reported lower than configured (7 < 8)|SLURM_GPU_COUNT GPU DEGRADED NONE",
                "gres/gpu count too low (0 < 8)|SLURM_GPU_COUNT GPU DEGRADED NONE",
                "Prolog error|SLURM_JOB_SCRIPT HOST DEGRADED NONE",
                "Epilog error|SLURM_JOB_SCRIPT HOST DEGRADED NONE",
                "batch job complete failure|SLURM_JOB_SCRIPT HOST DEGRADED NONE",
                "Kill task failed|SLURM_PROCESS_LEFT HOST DEGRADED NONE",
                "Node unexpectedly rebooted|SLURM_REBOOTED HOST DEGRADED NONE",
                "Low RealMemory (reported:100 < 100.00% of configured:200)|SLURM_LESS_THAN_CONFIGURED HOST DEGRADED NONE",
            })
    void readsWhatHealthChecksAndSlurmWrite(String reason, String meaning) {
        List<Finding> findings = reasons.of(reason, "n1", AT);

        assertThat(findings).extracting(DrainReasonsTest::shortly).containsExactly(meaning);
        assertThat(findings.getFirst().node()).isEqualTo("n1");
        assertThat(findings.getFirst().at()).isEqualTo(AT);
        assertThat(Detection.counts(Source.SLURM, findings.getFirst())).isTrue();
    }

    @Test
    void aQuotedCodeIsWhatTheCatalogueSays() {
        Finding quoted =
                reasons.of(
                                "NHC: check_gpu_xid: NVRM: Xid (PCI:0000:9b:00): 79, pid=42, GPU has"
                                        + " fallen off the bus.",
                                "n1",
                                AT)
                        .getFirst();

        assertThat(shortly(quoted)).isEqualTo("XID GPU CRITICAL REPLACE_NODE");
        assertThat(quoted.fault().code()).isEqualTo(79);
        assertThat(quoted.fault().gpu().pci()).isEqualTo("0000:9b:00");
        assertThat(quoted.fault().rule()).isEqualTo("slurm: xid 79, catalogue");
        assertThat(reasons.of("NHC: check_gpu_xid: Xid 48 on GPU 3, Xid 63 on GPU 3", "n1", AT))
                .extracting(finding -> finding.fault().code(), finding -> finding.fault().gpu())
                .containsExactly(
                        tuple(48, new Gpu(3, null, null)), tuple(63, new Gpu(3, null, null)));
        assertThat(reasons.of("[node_problem] gpu: SXid 20034", "n1", AT))
                .extracting(DrainReasonsTest::shortly)
                .containsExactly("SXID SWITCH UNKNOWN UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bad fan, jd",
                "Xid 79 on GPU 3, RMA 4711, jd",
                "reserved for benchmark",
                "maintenance 2026-12-01",
                "Maintenance: health check of the racks",
                "out for the GPU health check of Monday, jd",
                "Scheduled power work",
                "Not responding",
                "Reboot ASAP",
                "ADMIN SHUTDOWN",
                "medevac:0199c0de-7a10-8c11-9a5e-2f0d3b6a91c1 GPU 3 XID 79",
                "slurm-operator: node is cordoned",
                "[node_problem] compute_maintenance: node replacement process",
                "[user_problem] idle_mem_used",
                "Action:Reboot",
                "Action:Replace"
            })
    void aPersonsDrainAndAPlannedOneAreNoFaults(String reason) {
        assertThat(reasons.of(reason, "n1", AT)).isEmpty();
    }

    @Test
    void noReasonByItselfAsksForMoreThanAPerson() {
        for (List<String> row : Table.rows(DrainReasons.class, "reasons.tsv", 7)) {
            Fault fault = reasons.of(row.get(0), "n1", null).getFirst().fault();

            assertThat(fault.severity()).as(row.get(0)).isEqualTo(Severity.DEGRADED);
            assertThat(fault.action()).as(row.get(0)).isEqualTo(RecommendedAction.NONE);
            assertThat(FindingKinds.all()).contains(fault.kind());
            assertThat(row.get(0)).isLowerCase();
        }
    }

    @Test
    void anyTextIsReadOrNot() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder("NHC: xid ");
            for (int length = random.nextInt(60); length > 0; length--) {
                text.append((char) random.nextInt(0x10000));
            }
            assertThat(reasons.of(text.toString(), "n1", null)).hasSizeLessThan(33);
        }
        assertThat(reasons.of("NHC: " + "x".repeat(1_000_000), "n1", null)).hasSize(1);
    }

    private static String shortly(Finding finding) {
        Fault fault = finding.fault();
        return "%s %s %s %s"
                .formatted(fault.kind(), fault.scope(), fault.severity(), fault.action());
    }
}
