package io.medevac.notifier.adapter.kafka;

import io.medevac.events.EventHeader;
import io.medevac.events.FaultScope;
import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.GpuFault;
import io.medevac.events.Job;
import io.medevac.events.JobLost;
import io.medevac.events.JobSignalled;
import io.medevac.events.Machine;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** Events as the other services write them. */
public final class EventExamples {

    private EventExamples() {}

    /** A new event about {@code gpu-1}. */
    public static EventHeader header(UUID incident, Instant at) {
        return EventHeader.newBuilder()
                .setEventId(UUID.randomUUID())
                .setIncidentId(incident)
                .setCluster("test")
                .setNode("gpu-1")
                .setOccurredAt(at.truncatedTo(ChronoUnit.MICROS))
                .build();
    }

    /** Xid 79 on GPU 3. */
    public static FaultSummary fault(RecommendedAction action) {
        return FaultSummary.newBuilder()
                .setKind("XID")
                .setCode(79)
                .setGpu(Gpu.newBuilder().setIndex(3).setPci("0000:9b:00").build())
                .setSeverity(Severity.CRITICAL)
                .setAction(action)
                .setRule("catalogue: xid 79")
                .setMessage("GPU has fallen off the bus.")
                .build();
    }

    /** Job 12 of alice. */
    public static Job job() {
        return Job.newBuilder()
                .setJobId(12)
                .setName("train-13b")
                .setUser("alice")
                .setMailUser("alice@example.org")
                .setPartition("training")
                .setNodes(List.of("gpu-0", "gpu-1"))
                .setRestartCount(0)
                .build();
    }

    /** A classified fault. */
    public static GpuFault gpuFault(UUID incident, RecommendedAction action, int occurrence) {
        return GpuFault.newBuilder()
                .setHeader(header(incident, Instant.now()))
                .setMachine(Machine.newBuilder().build())
                .setFault(fault(action))
                .setScope(FaultScope.GPU)
                .setOpensIncident(occurrence == 1)
                .setOccurrence(occurrence)
                .build();
    }

    /** Job 12 was told to save. */
    public static JobSignalled jobSignalled(Instant at) {
        return JobSignalled.newBuilder()
                .setHeader(header(UUID.randomUUID(), at))
                .setJob(job())
                .setGraceSeconds(120)
                .setFault(fault(RecommendedAction.REPLACE_NODE))
                .build();
    }

    /** Job 12 was lost. */
    public static JobLost jobLost() {
        return JobLost.newBuilder()
                .setHeader(header(UUID.randomUUID(), Instant.now()))
                .setJob(job())
                .setState("FAILED")
                .setReason("exit code 1")
                .build();
    }
}
