package io.medevac.remediator;

import io.fabric8.kubernetes.api.model.Node;
import io.medevac.events.Checkpoint;
import io.medevac.events.CommandKind;
import io.medevac.events.EvacuationFailed;
import io.medevac.events.FaultScope;
import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.GpuFault;
import io.medevac.events.Job;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.Machine;
import io.medevac.events.NodeVacated;
import io.medevac.events.OperatorCommand;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.wire.EventHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What others tell the service of one incident. */
final class IncidentEvents {
    private final EventHeaders headers = new EventHeaders("test");
    private final UUID incident;

    IncidentEvents(UUID incident) {
        this.incident = incident;
    }

    /** A person orders something; about an incident, a node, or {@code *}. */
    OperatorCommand command(CommandKind kind, @Nullable UUID about, String node) {
        return OperatorCommand.newBuilder()
                .setHeader(headers.next(about, node, Instant.now(), null))
                .setCommand(kind)
                .setOperator("ada@admin-0")
                .setReason("test")
                .setParameters(Map.of())
                .build();
    }

    GpuFault fault(Node node, @Nullable UUID of) {
        return fault(node, of, node.getStatus().getNodeInfo().getBootID());
    }

    GpuFault fault(Node node, @Nullable UUID of, String boot) {
        return GpuFault.newBuilder()
                .setHeader(headers.next(of, node.getMetadata().getName(), Instant.now(), null))
                .setMachine(
                        Machine.newBuilder()
                                .setNodeUid(node.getMetadata().getUid())
                                .setBootId(boot)
                                .build())
                .setFault(
                        FaultSummary.newBuilder()
                                .setKind("XID")
                                .setCode(79)
                                .setGpu(Gpu.newBuilder().setIndex(3).setPci("0000:9b:00").build())
                                .setSeverity(Severity.CRITICAL)
                                .setAction(RecommendedAction.REPLACE_NODE)
                                .setRule("catalogue: xid 79")
                                .setMessage("GPU has fallen off the bus.")
                                .build())
                .setScope(FaultScope.GPU)
                .setOpensIncident(true)
                .setOccurrence(1)
                .build();
    }

    private Job job() {
        return Job.newBuilder()
                .setJobId(12)
                .setName("train")
                .setUser("ada")
                .setPartition("gpu")
                .setNodes(List.of())
                .setRestartCount(1)
                .build();
    }

    JobRequeued requeued(Node node) {
        return JobRequeued.newBuilder()
                .setHeader(
                        headers.next(incident, node.getMetadata().getName(), Instant.now(), null))
                .setJob(job())
                .setSignalledAt(micros())
                .setGraceSeconds(120)
                .setGraceUsedMillis(10)
                .build();
    }

    NodeVacated vacated(Node node) {
        return NodeVacated.newBuilder()
                .setHeader(
                        headers.next(incident, node.getMetadata().getName(), Instant.now(), null))
                .setSlurmNode(node.getMetadata().getName())
                .setRequeued(List.of(12L))
                .setLost(List.of())
                .build();
    }

    EvacuationFailed evacuationFailed(Node node) {
        return EvacuationFailed.newBuilder()
                .setHeader(
                        headers.next(incident, node.getMetadata().getName(), Instant.now(), null))
                .setSlurmNode(node.getMetadata().getName())
                .setReason("a job stays")
                .setWhatToDo("scancel 12")
                .build();
    }

    SlurmNodeJoined joined(Node node, String slurmNode) {
        return SlurmNodeJoined.newBuilder()
                .setHeader(
                        headers.next(incident, node.getMetadata().getName(), Instant.now(), null))
                .setSlurmNode(slurmNode)
                .setState("IDLE")
                .setUndrained(false)
                .build();
    }

    JobResumed resumed(Node node) {
        Checkpoint checkpoint = new Checkpoint(412L, micros(), "progress");
        return JobResumed.newBuilder()
                .setHeader(
                        headers.next(incident, node.getMetadata().getName(), Instant.now(), null))
                .setJob(job())
                .setFrom(checkpoint)
                .setProgress(checkpoint)
                .setSignalledAt(micros())
                .setRequeuedAt(micros())
                .setStartedAt(micros())
                .setLostMillis(1000)
                .build();
    }

    private static Instant micros() {
        return Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MICROS);
    }
}
