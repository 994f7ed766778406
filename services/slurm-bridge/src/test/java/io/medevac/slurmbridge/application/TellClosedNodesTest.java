package io.medevac.slurmbridge.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.SlurmNodeBaseState;
import io.medevac.domain.slurm.SlurmNodeFlag;
import io.medevac.domain.slurm.SlurmNodeState;
import io.medevac.domain.slurm.StandingReason;
import io.medevac.slurmbridge.fake.InMemoryClosedNodes;
import io.medevac.slurmbridge.port.NoAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TellClosedNodesTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private final List<StandingReason> slurm = new ArrayList<>();
    private final InMemoryClosedNodes told = new InMemoryClosedNodes();
    private final AtomicInteger asked = new AtomicInteger();
    private final TellClosedNodes tell =
            new TellClosedNodes(
                    () -> slurm,
                    () -> {
                        asked.incrementAndGet();
                        return Map.of("worker-0", Set.of("k-7"), "worker-1", Set.of("k-8", "k-9"));
                    },
                    told);

    @Test
    void tellsUnderTheNameOfTheKubernetesNode() {
        slurm.add(closed("worker-0", "Epilog error"));
        slurm.add(closed("worker-1", "Prolog error"));
        slurm.add(closed("gpu-2", "bad fan, jd"));

        tell.run();

        assertThat(told.told())
                .containsExactly(
                        "k-7: Epilog error", "worker-1: Prolog error", "gpu-2: bad fan, jd");
    }

    @Test
    void saysNothingAgainAndAsksKubernetesOnlyWhenThereIsSomethingToTell() {
        slurm.add(closed("gpu-2", "Epilog error"));
        tell.run();

        tell.run();

        assertThat(told.told()).hasSize(1);
        assertThat(asked).hasValue(1);
    }

    @Test
    void saysNothingOfOurDrains() {
        slurm.add(closed("gpu-2", "medevac:1234 Xid 79"));

        tell.run();

        assertThat(told.told()).isEmpty();
        assertThat(asked).hasValue(0);
    }

    @Test
    void tellsLaterWhatItCouldNotPlace() {
        slurm.add(closed("gpu-2", "Epilog error"));
        TellClosedNodes blind =
                new TellClosedNodes(
                        () -> slurm,
                        () -> {
                            throw new NoAnswer("the API server is down");
                        },
                        told);

        assertThatThrownBy(blind::run).isInstanceOf(NoAnswer.class);
        tell.run();

        assertThat(told.told()).containsExactly("gpu-2: Epilog error");
    }

    private static StandingReason closed(String node, String reason) {
        return new StandingReason(
                new SlurmNode(
                        node,
                        SlurmNodeState.of(SlurmNodeBaseState.IDLE, SlurmNodeFlag.DRAIN),
                        new DrainReason(reason),
                        ""),
                "root",
                NOW);
    }
}
