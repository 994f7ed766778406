package io.medevac.remediator.adapter.kafka;

import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultSummary;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.Gpu;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.Machine;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReleased;
import io.medevac.events.NodeReplaced;
import io.medevac.events.Phase;
import io.medevac.events.Pod;
import io.medevac.events.RecommendedAction;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import io.medevac.events.Severity;
import io.medevac.wire.EventHeaders;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** From what happened to an incident to the events of the nodes topic. */
@ApplicationScoped
public class NodeEvents {
    private final EventHeaders headers;

    NodeEvents(EventHeaders headers) {
        this.headers = headers;
    }

    /**
     * The event.
     *
     * @param incident the incident as it is stored with the event
     * @param causedBy the event it follows from
     */
    public SpecificRecord of(
            RemediationEvent event, Incident incident, Instant now, UUID causedBy) {
        EventHeader header = headers.next(incident.id(), incident.node(), now, causedBy);
        return switch (event) {
            case RemediationEvent.NodeQuarantined e ->
                    NodeQuarantined.newBuilder()
                            .setHeader(header)
                            .setMachine(machine(incident.machine()))
                            .setPool(e.pool())
                            .setFault(fault(incident))
                            .setGates(answers(e.answers()))
                            .setCordonedBefore(e.cordonedBefore())
                            .setDecidedAt(micros(e.decidedAt()))
                            .build();
            case RemediationEvent.RemediationHeld e ->
                    RemediationHeld.newBuilder()
                            .setHeader(header)
                            .setMachine(machine(incident.machine()))
                            .setFault(fault(incident))
                            .setPool(incident.pool())
                            .setGates(answers(e.answers()))
                            .setPhase(e.interrupted().word())
                            .setWhatToDo(e.whatToDo())
                            .build();
            case RemediationEvent.NodeDrained e ->
                    NodeDrained.newBuilder()
                            .setHeader(header)
                            .setEvicted(pods(e.evicted()))
                            .setSkipped(pods(e.skipped()))
                            .setForced(e.forced())
                            .build();
            case RemediationEvent.NodeReplaced e ->
                    NodeReplaced.newBuilder()
                            .setHeader(header)
                            .setReplacement(e.replacement().node())
                            .setMachine(machine(e.replacement().machine()))
                            .setPool(e.pool())
                            .setProvider(e.replacement().provider())
                            .setValidation(answers(e.replacement().validation()))
                            .build();
            case RemediationEvent.NodeReleased e ->
                    NodeReleased.newBuilder().setHeader(header).setReason(e.reason()).build();
            case RemediationEvent.RemediationFailed e ->
                    RemediationFailed.newBuilder()
                            .setHeader(header)
                            .setFault(fault(incident))
                            .setPhase(e.failedIn().word())
                            .setReason(e.reason())
                            .setWhatToDo(e.whatToDo())
                            .build();
            case RemediationEvent.IncidentClosed e -> closed(e, incident, header);
        };
    }

    private static IncidentClosed closed(
            RemediationEvent.IncidentClosed event, Incident incident, EventHeader header) {
        return IncidentClosed.newBuilder()
                .setHeader(header)
                .setOutcome(outcome(event.outcome()))
                .setReason(event.reason())
                .setMachine(machine(incident.machine()))
                .setPhases(
                        event.phases().stream()
                                .map(
                                        phase ->
                                                new Phase(
                                                        phase.name().word(),
                                                        micros(phase.startedAt()),
                                                        micros(phase.endedAt())))
                                .toList())
                .build();
    }

    private static IncidentOutcome outcome(StateName state) {
        return switch (state) {
            case RECOVERED -> IncidentOutcome.RECOVERED;
            case ESCALATED -> IncidentOutcome.ESCALATED;
            case CANCELLED -> IncidentOutcome.CANCELLED;
            case NOT_NEEDED -> IncidentOutcome.NOT_NEEDED;
            case ASSESSING,
                    HELD,
                    QUARANTINING,
                    VACATING,
                    DRAINING,
                    REPLACING,
                    VERIFYING,
                    RELEASING ->
                    throw new IllegalArgumentException("no outcome: " + state);
        };
    }

    private static FaultSummary fault(Incident incident) {
        io.medevac.domain.fault.Fault fault = incident.fault();
        return FaultSummary.newBuilder()
                .setKind(fault.kind())
                .setCode(fault.code())
                .setGpu(
                        Gpu.newBuilder()
                                .setIndex(fault.gpu().index())
                                .setPci(fault.gpu().pci())
                                .setUuid(fault.gpu().uuid())
                                .build())
                .setSeverity(Severity.valueOf(fault.severity().name()))
                .setAction(RecommendedAction.valueOf(fault.action().name()))
                .setRule(fault.rule())
                .setMessage(fault.message())
                .build();
    }

    private static Machine machine(io.medevac.domain.node.Machine machine) {
        return Machine.newBuilder()
                .setNodeUid(machine.nodeUid())
                .setBootId(machine.bootId())
                .build();
    }

    private static List<GateAnswer> answers(
            List<io.medevac.domain.remediation.incident.GateAnswer> answers) {
        return answers.stream()
                .map(
                        answer ->
                                new GateAnswer(
                                        answer.gate(),
                                        GateOutcome.valueOf(answer.outcome().name()),
                                        answer.detail()))
                .toList();
    }

    private static List<Pod> pods(List<PodRef> pods) {
        return pods.stream().map(pod -> new Pod(pod.namespace(), pod.name(), pod.uid())).toList();
    }

    private static Instant micros(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }
}
