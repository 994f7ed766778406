package io.medevac.backing.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FreePortsIT {

    @Test
    void areAllDifferentAndBelowWhatTheKernelGivesAway() {
        assertThat(FreePorts.allocate(20))
                .doesNotHaveDuplicates()
                .hasSize(20)
                .allSatisfy(port -> assertThat(port).isBetween(21_000, 29_900));
    }
}
