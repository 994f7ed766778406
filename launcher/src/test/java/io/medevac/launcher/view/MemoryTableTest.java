package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.launcher.stack.StackControl.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryTableTest {

    @Test
    void whatIsStoppedHasNoMemory() {
        List<Status> processes =
                List.of(
                        new Status("kafka", 12L, true, 300.25),
                        new Status("sinks", null, false, 0));

        assertThat(MemoryTable.of(processes))
                .containsExactly(
                        "  process  pid  state       memory",
                        "  kafka     12  ready    300.3 MiB",
                        "  sinks         stopped",
                        "  total                  300.3 MiB");
    }
}
