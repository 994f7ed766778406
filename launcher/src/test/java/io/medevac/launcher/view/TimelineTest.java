package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.launcher.record.SampleIncident;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

    @Test
    void tellsDecisionsWithTheirInputs() {
        List<String> lines = Timeline.of(SampleIncident.incident());

        assertThat(lines)
                .contains(
                        "incident  " + SampleIncident.ID,
                        "fault     Xid 79 on GPU 3 (0000:9b:00)",
                        "state     recovered after 31.9 s",
                        "            pass  budget     0 of 1 in flight",
                        "            pass  ready      Ready since 60 s",
                        "            evicted demo/dataset-cache-1",
                        "            vacating       12.38 s")
                .anyMatch(line -> line.matches("  ours in all +\\d+\\.\\d\\d s"));
    }
}
