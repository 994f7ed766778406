package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Vacating;
import io.medevac.domain.remediation.incident.RemediationEvent.IncidentClosed;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationFailed;
import io.medevac.domain.remediation.incident.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class VacateTest {
    private static final Duration TIMEOUT = Samples.ENFORCE.defaults().vacateTimeout();
    private final Incident incident = in(new Vacating(T0));

    @Test
    void waitsForTheJobsAndDoesNothing() {
        Decision decision = decide(incident, seen(quarantined()), T0.plusSeconds(5));

        assertThat(decision.next()).isEqualTo(incident);
        assertThat(decision.effects()).isEmpty();
        assertThat(decision.lookAgainAt()).isEqualTo(T0.plusSeconds(35));
    }

    @Test
    void drainsOnceTheNodeIsVacated() {
        Incident vacated =
                incident.with(new Fact.NodeVacated(EVENT, "gpu-1", List.of(12L), List.of()));

        Decision decision = decide(vacated, seen(quarantined()), T0.plusSeconds(5));

        assertThat(decision.next().state().name()).isEqualTo(StateName.DRAINING);
        assertThat(decision.events()).isEmpty();
    }

    @Test
    void aFactThatCameInTimeWinsOverADeadlineSeenLate() {
        Incident vacated = incident.with(new Fact.NodeVacated(EVENT, "", List.of(), List.of()));

        Decision decision = decide(vacated, seen(quarantined()), T0.plus(TIMEOUT).plusSeconds(99));

        assertThat(decision.next().state().name()).isEqualTo(StateName.DRAINING);
    }

    @Test
    void passesOnWhyTheBridgeFailedAndWhatToDo() {
        Incident failed =
                incident.with(
                        new Fact.EvacuationFailed(
                                EVENT, new Evacuation.Failure("Kill task failed", "look there")));

        Decision decision = decide(failed, seen(quarantined()), T0.plusSeconds(5));

        assertThat(decision.next().state().name()).isEqualTo(StateName.ESCALATED);
        assertThat(decision.effects()).isEmpty();
        assertThat(decision.events())
                .hasSize(2)
                .startsWith(
                        new RemediationFailed(StateName.VACATING, "Kill task failed", "look there"))
                .last()
                .isInstanceOf(IncidentClosed.class);
    }

    @Test
    void asksAPersonAtTheDeadlineAndNotBefore() {
        Instant deadline = T0.plus(TIMEOUT);

        assertThat(state(incident, deadline.minusMillis(1))).isEqualTo(StateName.VACATING);
        assertThat(state(incident, deadline)).isEqualTo(StateName.ESCALATED);
    }

    @Test
    void waitsLongerForAJobThatCannotBeRequeued() {
        Instant until = T0.plus(TIMEOUT).plusSeconds(3600);
        Incident waits = incident.with(new Fact.JobNotRequeueable(EVENT, 12, until));

        assertThat(state(waits, until)).isEqualTo(StateName.VACATING);
        assertThat(state(waits, until.plusSeconds(60))).isEqualTo(StateName.ESCALATED);
    }

    @Test
    void goesOnWhenTheNodeIsDeleted() {
        assertThat(decide(incident, seen(null), T0.plusSeconds(1)).next().state().name())
                .isEqualTo(StateName.VACATING);
    }

    @Test
    void givesWayToWhoeverLiftsAPartOfTheQuarantine() {
        assertThat(released(quarantined().uncordoned()))
                .isEqualTo("the quarantine was lifted: node gpu-1 was uncordoned");
        assertThat(released(quarantined().untainted()))
                .isEqualTo("the quarantine was lifted: our taint was removed from gpu-1");
        assertThat(
                        released(
                                quarantined()
                                        .quarantineMark(
                                                io.medevac.domain.remediation.cluster.Mark.none())))
                .startsWith("the quarantine was lifted: our annotation was removed from gpu-1")
                .endsWith("kubectl uncordon gpu-1");
        assertThat(released(quarantined().machine("other", "other")))
                .isEqualTo("another machine has taken the name gpu-1");
    }

    private String released(Samples.Node node) {
        Decision decision = decide(incident, seen(node), T0.plusSeconds(1));
        return ((io.medevac.domain.remediation.incident.IncidentState.Releasing)
                        decision.next().state())
                .reason();
    }

    private static StateName state(Incident incident, Instant now) {
        return decide(incident, seen(quarantined()), now).next().state().name();
    }
}
