package io.medevac.domain.detection.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.condition.NodeObject.Amount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObservationsTest {
    private static final Instant NOW = Instant.parse("2026-07-01T10:00:00Z");
    private static final Instant THEN = Instant.parse("2026-07-01T09:00:00Z");
    private static final String BOOT = "11111111-2222-4333-8444-555555555555";

    private final Observations observations =
            new Observations(new SecondHand(FaultCatalogue.shipped()::classify));

    @Test
    void eachPartOfAConditionTellsItFromOthers() {
        String one = identity(new NodeCondition("GpuXidError", "True", "A", "Xid 79", THEN));

        assertThat(
                        List.of(
                                identity(
                                        new NodeCondition(
                                                "GPUXidError", "True", "A", "Xid 79", THEN)),
                                identity(
                                        new NodeCondition(
                                                "GpuXidError", "True", "B", "Xid 79", THEN)),
                                identity(
                                        new NodeCondition(
                                                "GpuXidError", "True", "A", "Xid 79 ", NOW)),
                                identity(
                                        new NodeCondition(
                                                "GpuXidError", "True", "A", "Xid 48", THEN)),
                                identity(
                                        new NodeCondition(
                                                "GpuXidError", "True", "A", "Xid 79", null))))
                .doesNotHaveDuplicates()
                .doesNotContain(one);
    }

    @Test
    void noTextIsTakenForTwo() {
        assertThat(identity(new NodeCondition("GpuXidError", "True", "A 1:B", "Xid 79", THEN)))
                .isNotEqualTo(
                        identity(
                                new NodeCondition("GpuXidError", "True", "A", "1:B Xid 79", THEN)));
    }

    @Test
    void aMessageWithTwoFaultsThatGrowsKeepsTheFirst() {
        NodeCondition two =
                new NodeCondition(
                        "SysLogsXIDError",
                        "True",
                        "SysLogsXIDErrorIsNotHealthy",
                        "ErrorCode:79 GPU:1 a;ErrorCode:48 GPU:2 b;ErrorCode:48 GPU:2 b",
                        THEN);
        NodeCondition one =
                new NodeCondition(
                        two.type(), two.status(), two.reason(), "ErrorCode:79 GPU:1 a", THEN);

        List<String> grown = observed(two).stream().map(Observed::identity).toList();

        assertThat(grown).hasSize(2);
        assertThat(grown.getFirst()).isEqualTo(identity(one));
    }

    @Test
    void aConditionThatNamesItsBootIsOfThatBoot() {
        NodeCondition gke =
                new NodeCondition("XidCriticalError", "True", "{\"79\":true}", BOOT, THEN);

        assertThat(observed(gke))
                .extracting(Observed::boot)
                .containsExactly(new BootClaim.Named(BOOT));
        assertThat(observed(new NodeCondition("GpuXidError", "True", "A", "Xid 79", THEN)))
                .extracting(Observed::boot)
                .containsExactly(new BootClaim.At(THEN));
    }

    @Test
    void anEventCountsEachTimeAndOnlyAboutNodes() {
        ClusterEvent event = new ClusterEvent("Warning", "XIDError", "XID 79", "Node", "n1", THEN);
        ClusterEvent ofAPod = new ClusterEvent("Warning", "XIDError", "XID 79", "Pod", "n1", THEN);

        assertThat(observations.event(event, "u", 1, NOW).getFirst().identity())
                .isEqualTo(observations.event(event, "u", 1, NOW).getFirst().identity())
                .isNotEqualTo(observations.event(event, "u", 2, NOW).getFirst().identity())
                .isNotEqualTo(observations.event(event, "v", 1, NOW).getFirst().identity());
        assertThat(observations.event(ofAPod, "u", 1, NOW)).isEmpty();
    }

    @Test
    void onlyAcceleratorsThatAreMissingAreDrops() {
        NodeObject node =
                new NodeObject(
                        "n1",
                        null,
                        List.of(),
                        Map.of(
                                "nvidia.com/gpu", new Amount(8, 6),
                                "amd.com/gpu", new Amount(8, 8),
                                "nvidia.com/mig-1g.5gb", new Amount(1, 2)));

        assertThat(Observations.drops(node)).containsOnlyKeys("nvidia.com/gpu");
        assertThat(Observations.drops(node).get("nvidia.com/gpu").missing()).isEqualTo(2);
    }

    private String identity(NodeCondition condition) {
        return observed(condition).getFirst().identity();
    }

    private List<Observed> observed(NodeCondition condition) {
        return observations.conditions(
                new NodeObject("n1", BOOT, List.of(condition), Map.of()), NOW);
    }
}
