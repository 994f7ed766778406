package io.medevac.domain.remediation.cluster;

import static io.medevac.domain.remediation.Samples.INCIDENT;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.quarantined;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeViewTest {
    private static final String POOL = WellKnown.POOL_LABEL;

    @Test
    void aReleasePutsBackOnlyWhatTheSwapTookOff() {
        assertThat(back(signed().without(POOL).label(WellKnown.REPAIR_LABEL, "reboot_node")))
                .as("taken off at the swap")
                .isEqualTo(Map.of(POOL, "training"));
        assertThat(back(signed().label(POOL, "other").label(WellKnown.REPAIR_LABEL, "x")))
                .as("set by somebody since")
                .isEmpty();
        assertThat(back(signed().without(POOL))).as("removed by somebody before").isEmpty();
        assertThat(back(signed())).as("still there").isEmpty();
    }

    @Test
    void anotherIncidentPutsBackNothing() {
        NodeView swapped =
                signed().without(POOL).label(WellKnown.REPAIR_LABEL, "reboot_node").view();

        assertThat(swapped.labelsToPutBack(new UUID(7, 7))).isEmpty();
    }

    private static Samples.Node signed() {
        return quarantined()
                .quarantineMark(new Mark.Signed(INCIDENT, T0, false, Map.of(POOL, "training")));
    }

    private static Map<String, String> back(Samples.Node node) {
        return node.view().labelsToPutBack(INCIDENT);
    }
}
