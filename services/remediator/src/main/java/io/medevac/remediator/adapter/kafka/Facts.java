package io.medevac.remediator.adapter.kafka;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.events.EvacuationFailed;
import io.medevac.events.EventHeader;
import io.medevac.events.GpuFault;
import io.medevac.events.JobEnded;
import io.medevac.events.JobLost;
import io.medevac.events.JobNotRequeueable;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.NodeVacated;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.remediator.application.OpenOrJoinIncident.Told;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** From events to facts of the domain. */
public final class Facts {

    private Facts() {}

    /** The fault an event tells of. */
    public static Told of(GpuFault event) {
        EventHeader header = event.getHeader();
        return new Told(
                header.getEventId(),
                incident(header),
                header.getNode(),
                new Machine(event.getMachine().getNodeUid(), event.getMachine().getBootId()),
                fault(event),
                header.getOccurredAt());
    }

    /** The fact about jobs that an event tells of; empty when it tells none. */
    public static Optional<Fact> of(SpecificRecord event) {
        return Optional.ofNullable(
                switch (event) {
                    case NodeVacated e ->
                            new Fact.NodeVacated(
                                    e.getHeader().getEventId(),
                                    e.getSlurmNode(),
                                    e.getRequeued(),
                                    e.getLost());
                    case EvacuationFailed e ->
                            new Fact.EvacuationFailed(
                                    e.getHeader().getEventId(),
                                    new Evacuation.Failure(e.getReason(), e.getWhatToDo()));
                    case SlurmNodeJoined e ->
                            new Fact.SlurmNodeJoined(e.getHeader().getEventId(), e.getSlurmNode());
                    case JobRequeued e ->
                            new Fact.JobRequeued(e.getHeader().getEventId(), e.getJob().getJobId());
                    case JobResumed e ->
                            new Fact.JobResumed(e.getHeader().getEventId(), e.getJob().getJobId());
                    case JobEnded e ->
                            new Fact.JobEnded(e.getHeader().getEventId(), e.getJob().getJobId());
                    case JobLost e ->
                            new Fact.JobLost(
                                    e.getHeader().getEventId(),
                                    e.getJob().getJobId(),
                                    e.getState() + ": " + e.getReason());
                    case JobNotRequeueable e ->
                            new Fact.JobNotRequeueable(
                                    e.getHeader().getEventId(),
                                    e.getJob().getJobId(),
                                    e.getDeadline());
                    default -> null;
                });
    }

    /**
     * The incident an event belongs to.
     *
     * @throws IllegalArgumentException when it names none: it can never be handled
     */
    static UUID incident(EventHeader header) {
        UUID incident = header.getIncidentId();
        if (incident == null) {
            throw new IllegalArgumentException(
                    "event " + header.getEventId() + " names no incident");
        }
        return incident;
    }

    private static Fault fault(GpuFault event) {
        io.medevac.events.FaultSummary summary = event.getFault();
        io.medevac.events.Gpu gpu = summary.getGpu();
        return new Fault(
                summary.getKind(),
                summary.getCode(),
                new Gpu(gpu.getIndex(), gpu.getPci(), gpu.getUuid()),
                FaultScope.valueOf(event.getScope().name()),
                Severity.valueOf(summary.getSeverity().name()),
                RecommendedAction.valueOf(summary.getAction().name()),
                summary.getRule(),
                summary.getMessage());
    }
}
