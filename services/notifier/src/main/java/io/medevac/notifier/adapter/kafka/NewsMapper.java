package io.medevac.notifier.adapter.kafka;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.notification.News;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.TroubledJob;
import io.medevac.events.EvacuationFailed;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultSummary;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.Job;
import io.medevac.events.JobLost;
import io.medevac.events.JobNotRequeueable;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** From events to the words of the domain. */
public final class NewsMapper {

    private NewsMapper() {}

    /** The news in an event; empty for events that nobody has to be told of. */
    public static Optional<News> news(SpecificRecord event) {
        return Optional.ofNullable(
                switch (event) {
                    case GpuFault e ->
                            new News.FaultReported(
                                    origin(e.getHeader()),
                                    fault(e.getFault(), e.getScope()),
                                    e.getOccurrence());
                    case NodeQuarantined e ->
                            new News.NodeQuarantined(
                                    origin(e.getHeader()),
                                    fault(e.getFault()),
                                    e.getPool(),
                                    gates(e.getGates()));
                    case RemediationHeld e ->
                            new News.RemediationHeld(
                                    origin(e.getHeader()),
                                    fault(e.getFault()),
                                    e.getPool(),
                                    gates(e.getGates()),
                                    e.getPhase(),
                                    e.getWhatToDo());
                    case RemediationFailed e ->
                            new News.RemediationFailed(
                                    origin(e.getHeader()),
                                    fault(e.getFault()),
                                    e.getPhase(),
                                    e.getReason(),
                                    e.getWhatToDo());
                    case IncidentClosed e -> closed(e);
                    case EvacuationFailed e ->
                            new News.EvacuationFailed(
                                    origin(e.getHeader()),
                                    e.getSlurmNode(),
                                    e.getReason(),
                                    e.getWhatToDo());
                    case JobSignalled e ->
                            new News.JobSignalled(
                                    origin(e.getHeader()),
                                    job(e.getJob()),
                                    fault(e.getFault()),
                                    Duration.ofSeconds(e.getGraceSeconds()));
                    case JobNotRequeueable e ->
                            new News.JobNotRequeueable(
                                    origin(e.getHeader()),
                                    job(e.getJob()),
                                    fault(e.getFault()),
                                    e.getReason(),
                                    e.getDeadline());
                    case JobLost e ->
                            new News.JobLost(
                                    origin(e.getHeader()),
                                    job(e.getJob()),
                                    e.getState(),
                                    e.getReason());
                    case JobResumed e -> resumed(e);
                    default -> null;
                });
    }

    private static News closed(IncidentClosed event) {
        List<News.Phase> phases =
                event.getPhases().stream()
                        .map(
                                phase ->
                                        new News.Phase(
                                                phase.getName(),
                                                Duration.between(
                                                        phase.getStartedAt(), phase.getEndedAt())))
                        .toList();
        News.Outcome outcome =
                switch (event.getOutcome()) {
                    case UNKNOWN -> News.Outcome.UNKNOWN;
                    case RECOVERED -> News.Outcome.RECOVERED;
                    case ESCALATED -> News.Outcome.ESCALATED;
                    case CANCELLED -> News.Outcome.CANCELLED;
                    case NOT_NEEDED -> News.Outcome.NOT_NEEDED;
                };
        return new News.IncidentClosed(
                origin(event.getHeader()), outcome, event.getReason(), phases);
    }

    private static News resumed(JobResumed event) {
        return new News.JobResumed(
                origin(event.getHeader()),
                job(event.getJob()),
                event.getFrom() == null ? null : event.getFrom().getStep(),
                event.getSignalledAt(),
                event.getRequeuedAt(),
                event.getStartedAt(),
                Duration.ofMillis(event.getLostMillis()));
    }

    private static Origin origin(EventHeader header) {
        return new Origin(
                header.getEventId(),
                header.getIncidentId(),
                header.getCluster(),
                header.getNode(),
                header.getOccurredAt());
    }

    private static TroubledJob job(Job job) {
        return new TroubledJob(
                job.getJobId(),
                job.getName(),
                job.getUser(),
                job.getMailUser(),
                job.getNodes(),
                job.getRestartCount());
    }

    private static Fault fault(FaultSummary fault) {
        return fault(fault, io.medevac.events.FaultScope.UNKNOWN);
    }

    private static Fault fault(FaultSummary fault, io.medevac.events.FaultScope scope) {
        return new Fault(
                fault.getKind(),
                fault.getCode(),
                new Gpu(
                        fault.getGpu().getIndex(),
                        fault.getGpu().getPci(),
                        fault.getGpu().getUuid()),
                FaultScope.valueOf(scope.name()),
                Severity.valueOf(fault.getSeverity().name()),
                RecommendedAction.valueOf(fault.getAction().name()),
                fault.getRule(),
                fault.getMessage());
    }

    private static List<News.Gate> gates(List<GateAnswer> gates) {
        return gates.stream()
                .map(
                        gate ->
                                new News.Gate(
                                        gate.getGate(),
                                        gate.getOutcome() == GateOutcome.PASS,
                                        gate.getDetail()))
                .toList();
    }
}
