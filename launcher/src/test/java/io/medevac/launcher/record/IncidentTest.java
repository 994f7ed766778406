package io.medevac.launcher.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.Signal;
import io.medevac.launcher.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncidentTest {

    @Test
    void takesTheObservationItsFaultCameFrom() {
        Incident incident = SampleIncident.incident();

        assertThat(incident.id()).isEqualTo(SampleIncident.ID);
        assertThat(incident.events()).hasSize(13);
        assertThat(incident.events().getFirst().event()).isInstanceOf(Signal.class);
        assertThat(incident.openedAt()).isEqualTo(SampleIncident.WRITTEN.plusMillis(10));
    }

    @Test
    void standsWhereItsLastDecisiveEventPutIt() {
        List<Recorded> events = SampleIncident.events();

        assertThat(Incident.in(events.subList(0, 2)).getFirst().state()).isEqualTo("open");
        assertThat(Incident.in(events.subList(0, 6)).getFirst().state()).isEqualTo("vacating");
        assertThat(Incident.in(events.subList(0, 8)).getFirst().state()).isEqualTo("draining");
        assertThat(Incident.in(events.subList(0, 11)).getFirst().state()).isEqualTo("verifying");
        assertThat(Incident.in(events).getFirst().state()).isEqualTo("recovered");
    }

    @Test
    void isAboutTheFaultThatIsActedOn() {
        List<Recorded> events = new ArrayList<>(SampleIncident.events().subList(0, 2));
        assertThat(code(events)).isEqualTo(79);

        events.add(SampleIncident.held(50, 94, SampleIncident.hold("spare")));
        assertThat(code(events)).isEqualTo(94);

        events.addAll(SampleIncident.events().subList(2, 6));
        assertThat(code(events)).isEqualTo(79);

        events.add(SampleIncident.failed(300, 95));
        assertThat(code(events)).isEqualTo(95);
    }

    @Test
    void isReportedWhenTheKindOfFaultStandsAgainstActing() {
        GateAnswer mode = new GateAnswer("mode", GateOutcome.PASS, "enforce");
        GateAnswer action = SampleIncident.hold("action");

        assertThat(stateHeldBy(mode, action)).isEqualTo("reported");
        assertThat(stateHeldBy(action, SampleIncident.hold("spare"))).isEqualTo("reported");
        assertThat(stateHeldBy(mode, SampleIncident.hold("budget"))).isEqualTo("held");
        assertThat(stateHeldBy()).isEqualTo("held");
    }

    @Test
    void theLatestHoldCounts() {
        List<Recorded> events =
                List.of(
                        SampleIncident.held(50, 43, SampleIncident.hold("action")),
                        SampleIncident.held(60, 79, SampleIncident.hold("spare")));

        assertThat(Incident.in(events).getFirst().state()).isEqualTo("held");
        assertThat(Incident.in(events.subList(0, 1)).getFirst().state()).isEqualTo("reported");
    }

    @Test
    void isFoundByTheBeginningOfItsIdentity() {
        List<Recorded> record = SampleIncident.events();

        assertThat(Incident.find(record, "0199ac5e").id()).isEqualTo(SampleIncident.ID);
        assertThatThrownBy(() -> Incident.find(record, "0000"))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(2))
                .hasMessageContaining("medevac incidents");
    }

    @Test
    void isFoundByItsBeginningOrAsTheViewsShowIt() {
        List<Recorded> events = SampleIncident.events();
        String id = SampleIncident.ID.toString();

        assertThat(Incident.find(events, id.substring(0, 6)).id()).isEqualTo(SampleIncident.ID);
        assertThat(Incident.find(events, id.substring(0, 4) + "…" + id.substring(34)).id())
                .isEqualTo(SampleIncident.ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void anEmptyIdentityIsNotTheOnlyIncident(String beginning) {
        assertThatThrownBy(() -> Incident.find(SampleIncident.events(), beginning))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(2));
    }

    private static Integer code(List<Recorded> events) {
        return Incident.in(events).getFirst().fault().orElseThrow().getCode();
    }

    private static String stateHeldBy(GateAnswer... gates) {
        return Incident.in(List.of(SampleIncident.held(50, 43, gates))).getFirst().state();
    }

    @Test
    void observationsAloneAreNoIncident() {
        assertThat(Incident.in(SampleIncident.events().subList(0, 1))).isEmpty();
    }
}
