package io.medevac.launcher.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class EventJsonTest {

    @Test
    void writesValuesWithoutWrappers() throws IOException {
        String line = EventJson.line(SampleIncident.events().get(6));

        JsonNode json = new ObjectMapper().readTree(line);
        assertThat(line).doesNotContain("\n");
        assertThat(json.path("topic").asText()).isEqualTo("medevac.jobs.v1");
        assertThat(json.path("type").asText()).isEqualTo("JobRequeued");
        JsonNode event = json.path("event");
        assertThat(event.path("header").path("incidentId").asText())
                .isEqualTo(SampleIncident.ID.toString());
        assertThat(event.path("header").path("occurredAt").asText())
                .isEqualTo("2026-11-29T12:00:12.400Z");
        assertThat(event.path("header").path("causedBy").isNull()).isTrue();
        assertThat(event.path("checkpoint").path("step").asInt()).isEqualTo(412);
        assertThat(event.path("job").path("nodes").path(1).asText()).isEqualTo("gpu-1");
    }
}
