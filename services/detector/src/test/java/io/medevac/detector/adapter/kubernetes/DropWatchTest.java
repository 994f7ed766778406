package io.medevac.detector.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.DetectedFault;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DropWatchTest {
    private final ClusterReading cluster = new ClusterReading();

    @BeforeEach
    void allAreThere() {
        shows(8);
    }

    @Test
    void aDropThatStandsIsToldOnceAndOfTheBootThatItBeganIn() {
        shows(7);
        after(59);
        assertThat(cluster.told()).isEmpty();

        after(2);
        after(5);
        shows(7);
        after(90);

        assertThat(cluster.told()).hasSize(1);
        DetectedFault fault = cluster.told().getFirst();
        assertThat(fault.machine().bootId()).isEqualTo("boot-1");
        assertThat(fault.signal().raw()).isEqualTo("node: 7 of 8 nvidia.com/gpu are allocatable");
    }

    @Test
    void aPluginThatStartsAnewIsNoFault() {
        shows(0);
        after(30);
        shows(8);
        after(120);

        assertThat(cluster.told()).isEmpty();
    }

    @Test
    void onlyWhatGetsWorseIsToldAndWhatCameBackMayDropAgain() {
        shows(7);
        after(61);
        shows(6);
        after(61);
        shows(7);
        after(61);
        shows(8);
        after(61);
        shows(7);
        after(61);

        assertThat(cluster.told())
                .extracting(fault -> fault.signal().finding().fault().message())
                .containsExactly(
                        "7 of 8 nvidia.com/gpu are allocatable",
                        "6 of 8 nvidia.com/gpu are allocatable",
                        "7 of 8 nvidia.com/gpu are allocatable");
    }

    @Test
    void whatStoodAtFirstSightIsBoundToNoBootAndARestartTellsNothingAgain() {
        ClusterReading late = new ClusterReading();
        late.look(node(7));
        late.now = late.now.plusSeconds(61);
        late.drops.tellSettled();
        late.restart();
        late.look(node(7));
        late.now = late.now.plusSeconds(61);
        late.drops.tellSettled();

        assertThat(late.told())
                .singleElement()
                .extracting(fault -> fault.machine().bootId())
                .isNull();
    }

    @Test
    void whileTheStoreIsAwayItIsKept() {
        shows(7);
        cluster.store.down(true);
        after(61);
        cluster.store.down(false);
        after(5);

        assertThat(cluster.told()).hasSize(1);
    }

    private void shows(int allocatable) {
        cluster.look(node(allocatable));
    }

    private void after(int seconds) {
        cluster.now = cluster.now.plusSeconds(seconds);
        cluster.drops.tellSettled();
    }

    private static String node(int allocatable) {
        return """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","uid":"uid-1"},
         "status":{"capacity":{"nvidia.com/gpu":"8","cpu":"100"},
          "allocatable":{"nvidia.com/gpu":"%d","cpu":"99500m"}}}
        """
                .formatted(allocatable);
    }
}
