package io.medevac.detector.adapter.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharesAndRoundsTest {
    private static final Set<String> REPLICAS = Set.of("a", "b", "c");

    @Test
    void eachTargetIsOfOneReplicaAndTheSharesAreAlike() {
        for (String key : keys()) {
            assertThat(REPLICAS.stream().filter(self -> new Share(self, REPLICAS).has(key)))
                    .hasSize(1);
        }
        assertThat(keys().stream().filter(new Share("a", REPLICAS)::has).count())
                .isBetween(250L, 420L);
    }

    @Test
    void onlyTheTargetsOfADeadReplicaMove() {
        Share before = new Share("a", REPLICAS);
        Share after = new Share("a", Set.of("a", "b"));

        assertThat(keys().stream().filter(before::has)).allMatch(after::has);
    }

    @Test
    void theTurnOfEachComesOnceAnIntervalAndTheyAreSpreadOverIt() {
        Rounds rounds = new Rounds(Duration.ofSeconds(15));
        for (String node : keys()) {
            rounds.add(new Exporter(new Target(URI.create("http://h/"), node, Set.of())));
        }
        List<String> asked = new ArrayList<>();
        int most = 0;
        for (Duration at = Duration.ZERO;
                at.compareTo(Duration.ofSeconds(15)) <= 0;
                at = at.plus(Rounds.SLOT)) {
            int before = asked.size();
            rounds.due(at, exporter -> asked.add(exporter.key()));
            most = Math.max(most, asked.size() - before);
        }

        assertThat(asked).hasSize(1000).doesNotHaveDuplicates();
        assertThat(most).isLessThan(20);
    }

    @Test
    void whoSleptLongAsksEachOnce() {
        Rounds rounds = new Rounds(Duration.ofSeconds(1));
        rounds.add(new Exporter(new Target(URI.create("http://h/"), "n", Set.of())));
        List<String> asked = new ArrayList<>();

        rounds.due(Duration.ofHours(1), exporter -> asked.add(exporter.key()));

        assertThat(asked).containsExactly("dcgm:n");
    }

    private static List<String> keys() {
        return IntStream.range(0, 1000).mapToObj(i -> "node-" + i).toList();
    }
}
