package io.medevac.remediator.adapter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.Phase;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.Replacement;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultSummary;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.NodeVacated;
import io.medevac.events.RemediationHeld;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.remediator.application.OpenOrJoinIncident.Told;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventTypes;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FactsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123456Z");
    private static final UUID INCIDENT = new UUID(1, 1);
    private final EventHeaders headers = new EventHeaders("test");
    private final NodeEvents events = new NodeEvents(headers);

    @Test
    void aFaultKeepsAllItSays() {
        GpuFault event = fault(INCIDENT);

        Told told = Facts.of(event);

        assertThat(told.event()).isEqualTo(event.getHeader().getEventId());
        assertThat(told.incident()).isEqualTo(INCIDENT);
        assertThat(told.node()).isEqualTo("gpu-1");
        assertThat(told.machine().bootId()).isEqualTo("boot");
        assertThat(told.fault().code()).isEqualTo(79);
        assertThat(told.fault().gpu().label()).isEqualTo("GPU 3");
        assertThat(told.fault().scope()).isEqualTo(FaultScope.GPU);
        assertThat(told.fault().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(told.fault().action()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(told.seenAt()).isEqualTo(NOW);
    }

    @Test
    void aFaultWithoutAnIncidentCanNeverBeHandled() {
        assertThatIllegalArgumentException().isThrownBy(() -> Facts.of(fault(null)));
    }

    @Test
    void everyWordOfTheSchemasIsKnownToTheDomain() {
        for (io.medevac.events.RecommendedAction each :
                io.medevac.events.RecommendedAction.values()) {
            assertThat(RecommendedAction.valueOf(each.name()).name()).isEqualTo(each.name());
        }
        for (io.medevac.events.Severity each : io.medevac.events.Severity.values()) {
            assertThat(Severity.valueOf(each.name()).name()).isEqualTo(each.name());
        }
        for (io.medevac.events.FaultScope each : io.medevac.events.FaultScope.values()) {
            assertThat(FaultScope.valueOf(each.name()).name()).isEqualTo(each.name());
        }
    }

    @Test
    void factsAboutJobsAreTakenAndOthersLeft() {
        EventHeader header = headers.next(INCIDENT, "gpu-1", NOW, null);
        assertThat(
                        Facts.of(
                                NodeVacated.newBuilder()
                                        .setHeader(header)
                                        .setSlurmNode("gpu-1")
                                        .setRequeued(List.of(12L))
                                        .setLost(List.of())
                                        .build()))
                .contains(
                        new Fact.NodeVacated(
                                header.getEventId(), "gpu-1", List.of(12L), List.of()));
        assertThat(
                        Facts.of(
                                SlurmNodeDraining.newBuilder()
                                        .setHeader(header)
                                        .setSlurmNode("gpu-1")
                                        .setReason("medevac:x")
                                        .setOurs(true)
                                        .build()))
                .isEmpty();
    }

    @Test
    void everyEventCanBeWritten() {
        Incident incident = incident();
        UUID cause = UUID.randomUUID();
        List<GateAnswer> answers = List.of(GateAnswer.hold("mode", "DryRun", "dry-run"));
        List<PodRef> pods = List.of(new PodRef("a", "b", "c"));
        List<RemediationEvent> all =
                List.of(
                        new RemediationEvent.NodeQuarantined("training", answers, false, NOW),
                        new RemediationEvent.RemediationHeld(answers, StateName.ASSESSING, "do"),
                        new RemediationEvent.NodeDrained(pods, pods, true),
                        new RemediationEvent.NodeReplaced(
                                new Replacement(
                                        "gpu-8", incident.machine(), "warm-spare", answers, true),
                                "training"),
                        new RemediationEvent.RemediationFailed(StateName.VACATING, "why", "do"),
                        new RemediationEvent.IncidentClosed(
                                StateName.RECOVERED,
                                "why",
                                List.of(new Phase(StateName.ASSESSING, NOW, NOW))));

        assertThat(all.stream().map(RemediationEvent::getClass).map(Class::getSimpleName))
                .containsExactlyElementsOf(
                        all.stream()
                                .map(each -> events.of(each, incident, NOW, cause))
                                .map(SpecificRecord::getClass)
                                .map(Class::getSimpleName)
                                .toList());
        SpecificRecord held = events.of(all.get(1), incident, NOW, cause);
        assertThat(((RemediationHeld) held).getPhase()).isEqualTo("assessing");
        EventHeader header = EventTypes.headerOf(held);
        assertThat(header.getCausedBy()).isEqualTo(cause);
        assertThat(header.getIncidentId()).isEqualTo(INCIDENT);
        assertThat(((IncidentClosed) events.of(all.getLast(), incident, NOW, cause)).getOutcome())
                .isEqualTo(IncidentOutcome.RECOVERED);
    }

    private Incident incident() {
        Told told = Facts.of(fault(INCIDENT));
        return Incident.open(
                told.incident(),
                told.node(),
                told.machine(),
                told.fault(),
                told.event(),
                told.seenAt(),
                NOW);
    }

    private GpuFault fault(@Nullable UUID incident) {
        return GpuFault.newBuilder()
                .setHeader(headers.next(incident, "gpu-1", NOW, null))
                .setMachine(
                        io.medevac.events.Machine.newBuilder()
                                .setNodeUid("uid")
                                .setBootId("boot")
                                .build())
                .setFault(
                        FaultSummary.newBuilder()
                                .setKind("XID")
                                .setCode(79)
                                .setGpu(
                                        io.medevac.events.Gpu.newBuilder()
                                                .setIndex(3)
                                                .setPci("0000:9b:00")
                                                .build())
                                .setSeverity(io.medevac.events.Severity.CRITICAL)
                                .setAction(io.medevac.events.RecommendedAction.REPLACE_NODE)
                                .setRule("catalogue: xid 79")
                                .setMessage("GPU has fallen off the bus.")
                                .build())
                .setScope(io.medevac.events.FaultScope.GPU)
                .setOpensIncident(true)
                .setOccurrence(1)
                .build();
    }
}
