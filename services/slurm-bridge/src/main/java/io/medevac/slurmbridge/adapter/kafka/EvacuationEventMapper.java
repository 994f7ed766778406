package io.medevac.slurmbridge.adapter.kafka;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.slurm.Progress.Mark;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.evacuation.Decision.CausedEvent;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationEvent;
import io.medevac.domain.slurm.evacuation.EventRef;
import io.medevac.domain.slurm.evacuation.Subject;
import io.medevac.events.Checkpoint;
import io.medevac.events.EvacuationFailed;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.Job;
import io.medevac.events.JobEnded;
import io.medevac.events.JobLost;
import io.medevac.events.JobNotRequeueable;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.NodeVacated;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The events of an evacuation as records. An event's id follows from the incident and from what the
 * event is about, so that deciding the same twice is the same event.
 */
@ApplicationScoped
public class EvacuationEventMapper {
    private final EventHeaders headers;

    /** Constructor for injection. */
    public EvacuationEventMapper(EventHeaders headers) {
        this.headers = headers;
    }

    /** The records, in the order of the events; they happened when the evacuation changed. */
    public List<SpecificRecord> records(Evacuation after, List<CausedEvent> events) {
        return events.stream()
                .map(
                        caused ->
                                record(
                                        caused.event(),
                                        after.subject(),
                                        header(caused, after.subject(), after.changedAt())))
                .toList();
    }

    private EventHeader header(CausedEvent caused, Subject subject, Instant at) {
        return headers.of(
                idOf(caused.event().ref(), subject.incident()),
                subject.incident(),
                subject.node(),
                at,
                idOf(caused.causedBy(), subject.incident()));
    }

    private static UUID idOf(EventRef ref, UUID incident) {
        return ref.received() != null
                ? ref.received()
                : EventIds.derived("evacuation", incident.toString(), ref.type(), ref.about());
    }

    private static SpecificRecord record(
            EvacuationEvent event, Subject subject, EventHeader header) {
        return switch (event) {
            case EvacuationEvent.SlurmNodeDraining e ->
                    new SlurmNodeDraining(header, e.slurmNode(), e.reason(), e.ours());
            case EvacuationEvent.JobSignalled e ->
                    JobSignalled.newBuilder()
                            .setHeader(header)
                            .setJob(job(e.job()))
                            .setGraceSeconds(Math.toIntExact(e.grace().toSeconds()))
                            .setFault(fault(subject.fault()))
                            .build();
            case EvacuationEvent.JobRequeued e ->
                    JobRequeued.newBuilder()
                            .setHeader(header)
                            .setJob(job(e.job()))
                            .setSignalledAt(e.signalledAt())
                            .setGraceSeconds(Math.toIntExact(e.grace().toSeconds()))
                            .setGraceUsedMillis(e.graceUsed().toMillis())
                            .setCheckpoint(checkpoint(e.checkpoint()))
                            .build();
            case EvacuationEvent.JobNotRequeueable e ->
                    JobNotRequeueable.newBuilder()
                            .setHeader(header)
                            .setJob(job(e.job()))
                            .setReason(e.reason())
                            .setDeadline(e.deadline())
                            .setFault(fault(subject.fault()))
                            .build();
            case EvacuationEvent.JobEnded e -> new JobEnded(header, job(e.job()), e.state());
            case EvacuationEvent.JobLost e ->
                    new JobLost(header, job(e.job()), e.state(), e.reason());
            case EvacuationEvent.NodeVacated e ->
                    new NodeVacated(header, e.slurmNode(), e.requeued(), e.lost());
            case EvacuationEvent.EvacuationFailed e ->
                    new EvacuationFailed(header, e.slurmNode(), e.reason(), e.whatToDo());
            case EvacuationEvent.SlurmNodeJoined e ->
                    new SlurmNodeJoined(header, e.slurmNode(), e.state(), e.undrained());
            case EvacuationEvent.JobResumed e -> resumed(e, header);
        };
    }

    private static JobResumed resumed(EvacuationEvent.JobResumed event, EventHeader header) {
        return JobResumed.newBuilder()
                .setHeader(header)
                .setJob(job(event.job()))
                .setFrom(checkpoint(event.from()))
                .setProgress(checkpoint(event.progress()))
                .setSignalledAt(event.signalledAt())
                .setRequeuedAt(event.requeuedAt())
                .setStartedAt(event.startedAt())
                .setLostMillis(event.lost().toMillis())
                .build();
    }

    private static Job job(SlurmJob job) {
        return Job.newBuilder()
                .setJobId(job.id())
                .setName(job.about().name())
                .setUser(job.about().user())
                .setMailUser(job.about().mailUser())
                .setPartition(job.about().partition())
                .setNodes(job.nodes())
                .setRestartCount(job.run().restartCount())
                .build();
    }

    private static @Nullable Checkpoint checkpoint(@Nullable Mark mark) {
        return mark == null ? null : new Checkpoint(mark.step(), mark.at(), mark.source());
    }

    private static FaultSummary fault(Fault fault) {
        return FaultSummary.newBuilder()
                .setKind(fault.kind())
                .setCode(fault.code())
                .setGpu(new Gpu(fault.gpu().index(), fault.gpu().pci(), fault.gpu().uuid()))
                .setSeverity(Severity.valueOf(fault.severity().name()))
                .setAction(RecommendedAction.valueOf(fault.action().name()))
                .setRule(fault.rule())
                .setMessage(fault.message())
                .build();
    }
}
