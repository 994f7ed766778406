package io.medevac.launcher.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.Signal;
import java.util.List;
import org.junit.jupiter.api.Test;

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
    void observationsAloneAreNoIncident() {
        assertThat(Incident.in(SampleIncident.events().subList(0, 1))).isEmpty();
    }
}
