package io.medevac.notifier.adapter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.notification.News;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.TroubledJob;
import io.medevac.events.Checkpoint;
import io.medevac.events.CommandAcknowledged;
import io.medevac.events.CommandKind;
import io.medevac.events.CommandOutcome;
import io.medevac.events.EvacuationFailed;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultSummary;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.JobEnded;
import io.medevac.events.JobNotRequeueable;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.Machine;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReleased;
import io.medevac.events.Phase;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NewsMapperTest {

    private static final Instant AT = Instant.parse("2026-11-29T17:49:11.123456Z");
    private static final EventHeader HEADER = EventExamples.header(UUID.randomUUID(), AT);
    private static final Origin ORIGIN =
            new Origin(HEADER.getEventId(), HEADER.getIncidentId(), "test", "gpu-1", AT);
    private static final TroubledJob JOB =
            new TroubledJob(
                    12, "train-13b", "alice", "alice@example.org", List.of("gpu-0", "gpu-1"), 0);
    private static final List<GateAnswer> GATES =
            List.of(
                    gate("mode", GateOutcome.PASS),
                    gate("budget", GateOutcome.HOLD),
                    gate("novel", GateOutcome.UNKNOWN));
    private static final List<News.Gate> NEWS_GATES =
            List.of(
                    new News.Gate("mode", true, "d"),
                    new News.Gate("budget", false, "d"),
                    new News.Gate("novel", false, "d"));

    @Test
    void readsAFault() {
        GpuFault event =
                EventExamples.gpuFault(
                        UUID.randomUUID(), io.medevac.events.RecommendedAction.NONE, 7);

        assertThat(NewsMapper.news(event))
                .contains(
                        new News.FaultReported(
                                new Origin(
                                        event.getHeader().getEventId(),
                                        event.getHeader().getIncidentId(),
                                        "test",
                                        "gpu-1",
                                        event.getHeader().getOccurredAt()),
                                fault(RecommendedAction.NONE, FaultScope.GPU),
                                7));
    }

    @Test
    void readsAQuarantine() {
        NodeQuarantined event =
                NodeQuarantined.newBuilder()
                        .setHeader(HEADER)
                        .setMachine(Machine.newBuilder().build())
                        .setPool("training")
                        .setFault(replace())
                        .setGates(GATES)
                        .setCordonedBefore(false)
                        .setDecidedAt(AT)
                        .build();

        assertThat(NewsMapper.news(event))
                .contains(new News.NodeQuarantined(ORIGIN, broken(), "training", NEWS_GATES));
    }

    @Test
    void readsAHoldInWhichUnknownAnswersHoldToo() {
        RemediationHeld event =
                RemediationHeld.newBuilder()
                        .setHeader(HEADER)
                        .setMachine(Machine.newBuilder().build())
                        .setFault(replace())
                        .setGates(GATES)
                        .setPhase("assessing")
                        .setWhatToDo("type this")
                        .build();

        assertThat(NewsMapper.news(event))
                .contains(
                        new News.RemediationHeld(
                                ORIGIN, broken(), NEWS_GATES, "assessing", "type this"));
    }

    @Test
    void readsFailures() {
        RemediationFailed remediation =
                RemediationFailed.newBuilder()
                        .setHeader(HEADER)
                        .setFault(replace())
                        .setPhase("draining")
                        .setReason("why")
                        .setWhatToDo("type this")
                        .build();
        EvacuationFailed evacuation =
                EvacuationFailed.newBuilder()
                        .setHeader(HEADER)
                        .setSlurmNode("n1")
                        .setReason("why")
                        .setWhatToDo("type this")
                        .build();

        assertThat(NewsMapper.news(remediation))
                .contains(
                        new News.RemediationFailed(
                                ORIGIN, broken(), "draining", "why", "type this"));
        assertThat(NewsMapper.news(evacuation))
                .contains(new News.EvacuationFailed(ORIGIN, "n1", "why", "type this"));
    }

    @Test
    void readsAJobThatWasSignalled() {
        JobSignalled event =
                JobSignalled.newBuilder()
                        .setHeader(HEADER)
                        .setJob(EventExamples.job())
                        .setGraceSeconds(120)
                        .setFault(replace())
                        .build();

        assertThat(NewsMapper.news(event))
                .contains(new News.JobSignalled(ORIGIN, JOB, broken(), Duration.ofMinutes(2)));
    }

    @Test
    void readsAJobThatCannotBeRequeued() {
        JobNotRequeueable event =
                JobNotRequeueable.newBuilder()
                        .setHeader(HEADER)
                        .setJob(EventExamples.job())
                        .setReason("salloc")
                        .setDeadline(AT)
                        .setFault(replace())
                        .build();

        assertThat(NewsMapper.news(event))
                .contains(new News.JobNotRequeueable(ORIGIN, JOB, broken(), "salloc", AT));
    }

    @Test
    void readsAJobThatRunsAgain() {
        JobResumed.Builder event =
                JobResumed.newBuilder()
                        .setHeader(HEADER)
                        .setJob(EventExamples.job())
                        .setSignalledAt(AT)
                        .setRequeuedAt(AT.plusSeconds(12))
                        .setStartedAt(AT.plusSeconds(27))
                        .setLostMillis(31_700);
        Checkpoint from = Checkpoint.newBuilder().setStep(412).setAt(AT).setSource("file").build();

        assertThat(NewsMapper.news(event.build())).contains(resumed(null));
        assertThat(NewsMapper.news(event.setFrom(from).build())).contains(resumed(412L));
    }

    @ParameterizedTest
    @EnumSource(IncidentOutcome.class)
    void readsTheEndOfAnIncident(IncidentOutcome outcome) {
        IncidentClosed event =
                IncidentClosed.newBuilder()
                        .setHeader(HEADER)
                        .setOutcome(outcome)
                        .setReason("why")
                        .setMachine(Machine.newBuilder().build())
                        .setPhases(
                                List.of(
                                        Phase.newBuilder()
                                                .setName("vacating")
                                                .setStartedAt(AT)
                                                .setEndedAt(AT.plusSeconds(12))
                                                .build()))
                        .build();

        assertThat(NewsMapper.news(event))
                .contains(
                        new News.IncidentClosed(
                                ORIGIN,
                                News.Outcome.valueOf(outcome.name()),
                                "why",
                                List.of(new News.Phase("vacating", Duration.ofSeconds(12)))));
    }

    @Test
    void passesOverWhatNobodyHasToKnow() {
        JobEnded event =
                JobEnded.newBuilder()
                        .setHeader(HEADER)
                        .setJob(EventExamples.job())
                        .setState("COMPLETED")
                        .build();

        assertThat(NewsMapper.news(event)).isEmpty();
    }

    @Test
    void whoGaveACommandHasTheAnswerAlready() {
        CommandAcknowledged answer =
                CommandAcknowledged.newBuilder()
                        .setHeader(HEADER)
                        .setCommand(CommandKind.PAUSE)
                        .setOperator("ada@admin-0")
                        .setOutcome(CommandOutcome.ACCEPTED)
                        .setDetail("paused")
                        .setWhatToDo("medevac resume")
                        .build();

        assertThat(NewsMapper.news(answer)).isEmpty();
        assertThat(NewsMapper.news(new NodeReleased(HEADER, "cancelled by ada@admin-0"))).isEmpty();
    }

    private static News.JobResumed resumed(@Nullable Long step) {
        return new News.JobResumed(
                ORIGIN,
                JOB,
                step,
                AT,
                AT.plusSeconds(12),
                AT.plusSeconds(27),
                Duration.ofMillis(31_700));
    }

    private static FaultSummary replace() {
        return EventExamples.fault(io.medevac.events.RecommendedAction.REPLACE_NODE);
    }

    private static Fault broken() {
        return fault(RecommendedAction.REPLACE_NODE, FaultScope.UNKNOWN);
    }

    private static Fault fault(RecommendedAction action, FaultScope scope) {
        return new Fault(
                "XID",
                79,
                new Gpu(3, "0000:9b:00", null),
                scope,
                Severity.CRITICAL,
                action,
                "catalogue: xid 79",
                "GPU has fallen off the bus.");
    }

    private static GateAnswer gate(String name, GateOutcome outcome) {
        return GateAnswer.newBuilder().setGate(name).setOutcome(outcome).setDetail("d").build();
    }
}
