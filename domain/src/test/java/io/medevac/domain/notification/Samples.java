package io.medevac.domain.notification;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** News as the demo brings them. */
final class Samples {

    static final Instant NOW = Instant.parse("2026-11-29T17:49:11.123456Z");
    static final UUID INCIDENT = UUID.fromString("0199c0de-7a10-8c11-9a5e-2f0d3b6a91c1");
    static final Origin ORIGIN =
            new Origin(
                    UUID.fromString("0199c0de-7b01-7b22-8c33-0d44e5f60001"),
                    INCIDENT,
                    "demo",
                    "gpu-1",
                    NOW);
    static final Gpu GPU = new Gpu(3, "0000:9b:00", "GPU-6a1f0d7e");
    static final News.Gate MODE = new News.Gate("mode", true, "enforce");

    private Samples() {}

    static Fault fault(RecommendedAction action) {
        return new Fault(
                "XID",
                79,
                GPU,
                FaultScope.GPU,
                Severity.CRITICAL,
                action,
                "catalogue: xid 79",
                "GPU has fallen off the bus.");
    }

    static TroubledJob job(String name, @Nullable String mailUser, String... nodes) {
        return new TroubledJob(12, name, "alice", mailUser, List.of(nodes), 0);
    }

    static TroubledJob job() {
        return job("train-13b", "alice@example.org", "gpu-0", "gpu-1");
    }

    static News.FaultReported reported(RecommendedAction action) {
        return new News.FaultReported(ORIGIN, fault(action), 1);
    }

    static News.NodeQuarantined quarantined() {
        return new News.NodeQuarantined(
                ORIGIN, fault(RecommendedAction.REPLACE_NODE), "training", List.of(MODE));
    }

    static News.RemediationHeld held(RecommendedAction action, String phase, String... gates) {
        List<News.Gate> answers =
                List.of(gates).stream().map(gate -> new News.Gate(gate, false, "says no")).toList();
        return new News.RemediationHeld(
                ORIGIN, fault(action), "training", answers, phase, "kubectl label node gpu-1 x-");
    }

    static News.JobSignalled signalled() {
        return new News.JobSignalled(
                ORIGIN, job(), fault(RecommendedAction.REPLACE_NODE), Duration.ofMinutes(2));
    }

    static News.JobNotRequeueable notRequeueable() {
        return new News.JobNotRequeueable(
                ORIGIN,
                job(),
                fault(RecommendedAction.REPLACE_NODE),
                "submitted with --no-requeue",
                NOW.plus(Duration.ofDays(1)));
    }

    static News.JobLost lost() {
        return new News.JobLost(ORIGIN, job(), "FAILED", "exit code 1 while it saved");
    }

    static News.JobResumed resumed(@Nullable Long fromStep) {
        return new News.JobResumed(
                ORIGIN,
                job("train-13b", null, "gpu-0", "gpu-2"),
                fromStep,
                NOW,
                NOW.plusSeconds(12),
                NOW.plusSeconds(27),
                Duration.ofMillis(31_749));
    }

    static News.RemediationFailed remediationFailed() {
        return new News.RemediationFailed(
                ORIGIN,
                fault(RecommendedAction.REPLACE_NODE),
                "draining",
                "eviction of research/notebook-0 refused for 15 min",
                "kubectl -n research delete pod notebook-0");
    }

    static News.EvacuationFailed evacuationFailed() {
        return new News.EvacuationFailed(ORIGIN, "gpu-1", "job 14 has not ended", "scancel 14");
    }

    static News.IncidentClosed closed(News.Outcome outcome) {
        return new News.IncidentClosed(
                ORIGIN,
                outcome,
                "gpu-2 serves in place of gpu-1",
                List.of(
                        new News.Phase("vacating", Duration.ofMillis(12_400)),
                        new News.Phase("replacing", Duration.ofMillis(480))));
    }
}
