package io.medevac.domain.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingReasonTest {

    @ParameterizedTest
    @CsvSource({
        "IDLE, DRAIN, NHC: check_gpu, true",
        "ALLOCATED, DRAIN, bad fan, true",
        "IDLE, FAIL, Action:Replace, true",
        "DOWN, NOT_RESPONDING, Not responding, false",
        "DOWN, NOT_RESPONDING, Node unexpectedly rebooted, true",
        "IDLE, DRAIN, medevac:1234 Xid 79, false",
        "IDLE, DRAIN, '', false",
        "IDLE, PLANNED, left behind, false"
    })
    void tellsWhetherOthersClosedTheNode(
            String base, String flag, String reason, boolean closedByOthers) {
        assertThat(standing(base, flag, reason).closedByOthers()).isEqualTo(closedByOthers);
    }

    @Test
    void cutsALongReasonAndDropsWhatNoStoreTakes() {
        assertThat(standing("IDLE", "DRAIN", "a\u0000b").text()).isEqualTo("ab");
        assertThat(standing("IDLE", "DRAIN", "x".repeat(999) + "\uD83D\uDE00").text())
                .isEqualTo("x".repeat(999));
        assertThat(standing("IDLE", "DRAIN", "x".repeat(2000)).text()).hasSize(1000);
    }

    private static StandingReason standing(String base, String flag, String reason) {
        return new StandingReason(
                new SlurmNode(
                        "gpu-1",
                        SlurmNodeState.parse(base, List.of(flag)),
                        new DrainReason(reason),
                        ""),
                null,
                null);
    }
}
