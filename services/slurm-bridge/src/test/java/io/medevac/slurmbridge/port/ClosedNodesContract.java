package io.medevac.slurmbridge.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.SlurmNodeBaseState;
import io.medevac.domain.slurm.SlurmNodeFlag;
import io.medevac.domain.slurm.SlurmNodeState;
import io.medevac.domain.slurm.StandingReason;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every memory of told nodes does. */
public abstract class ClosedNodesContract {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private final String slurmNode = "gpu-" + UUID.randomUUID();

    /** The memory under test. */
    protected abstract ClosedNodes nodes();

    /** Whether it may be called from several threads. */
    protected abstract boolean shared();

    @Test
    void tellsAReasonOnce() {
        StandingReason closed = closed("Epilog error", NOW);

        assertThat(nodes().untold(List.of(closed))).containsExactly(closed);
        assertThat(nodes().tell(closed, "k-1")).isTrue();
        assertThat(nodes().untold(List.of(closed))).isEmpty();
        assertThat(nodes().tell(closed, "k-1")).isFalse();
    }

    @Test
    void tellsAnotherReasonAndTheSameSetAgain() {
        nodes().tell(closed("Epilog error", NOW), "k-1");

        assertThat(nodes().tell(closed("Prolog error", NOW), "k-1")).isTrue();
        assertThat(nodes().tell(closed("Prolog error", NOW.plusSeconds(1)), "k-1")).isTrue();
    }

    @Test
    void aReplicaThatComesLateTellsNothingOld() {
        nodes().tell(closed("Prolog error", NOW.plusSeconds(1)), "k-1");

        assertThat(nodes().tell(closed("Epilog error", NOW), "k-1")).isFalse();
    }

    @Test
    void aReasonWithoutATimeIsToldOnceToo() {
        assertThat(nodes().tell(closed("Not responding", null), "k-1")).isTrue();
        assertThat(nodes().tell(closed("Not responding", null), "k-1")).isFalse();
        assertThat(nodes().untold(List.of(closed("Not responding", null)))).isEmpty();
    }

    @Test
    void ofSeveralThatTellAtTheSameTimeOneDoes() {
        StandingReason closed = closed("Epilog error", NOW);
        int times = shared() ? 4 : 1;

        List<Boolean> told =
                IntStream.range(0, times)
                        .mapToObj(
                                i ->
                                        CompletableFuture.supplyAsync(
                                                () -> nodes().tell(closed, "k-1")))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(told).containsOnlyOnce(true);
    }

    private StandingReason closed(String reason, Instant at) {
        return new StandingReason(
                new SlurmNode(
                        slurmNode,
                        SlurmNodeState.of(SlurmNodeBaseState.IDLE, SlurmNodeFlag.DRAIN),
                        new DrainReason(reason),
                        ""),
                "slurm",
                at);
    }
}
