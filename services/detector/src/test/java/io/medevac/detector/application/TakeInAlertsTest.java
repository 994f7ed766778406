package io.medevac.detector.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.detector.port.AlertMeasurements.Outcome;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.alert.Alert;
import io.medevac.domain.detection.alert.Alert.Status;
import io.medevac.domain.detection.alert.AlertGroup;
import io.medevac.domain.detection.alert.Alerts;
import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TakeInAlertsTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private static final Instant SEEN_SINCE = NOW.minusSeconds(3600);

    private final FaultCatalogue catalogue = FaultCatalogue.shipped();
    private final InMemoryDetectionStore store = new InMemoryDetectionStore();
    private final Map<String, NodeSeen> nodes = new HashMap<>();
    private final Map<Outcome, Long> counted = new EnumMap<>(Outcome.class);
    private final TakeInReport takeInReport =
            new TakeInReport(
                    new Detection(() -> catalogue, Duration.ofSeconds(60)),
                    store,
                    name -> Optional.ofNullable(nodes.get(name)),
                    new DerivedIdentities(),
                    new SilentMeasurements(),
                    InstantSource.fixed(NOW));
    private final TakeInAlerts takeIn =
            new TakeInAlerts(
                    new Alerts(new SecondHand(catalogue::classify)),
                    takeInReport,
                    name -> {
                        if (name.startsWith("down-")) {
                            store.down(true);
                        }
                        return Optional.ofNullable(nodes.get(name));
                    },
                    (outcome, alerts) -> counted.merge(outcome, alerts, Long::sum));

    @Test
    void anAlertOfTheRunningBootIsBoundToIt() {
        node("n1");

        takeIn.on(group(xid("n1", 79, NOW)), 0);

        DetectedFault fault = store.told().getFirst();
        assertThat(fault.machine()).isEqualTo(new Machine("uid-n1", "boot-n1"));
        assertThat(fault.signal().source()).isEqualTo(Source.ALERTMANAGER);
        assertThat(fault.signal().origin()).isEqualTo("alertmanager");
        assertThat(fault.signal().raw()).contains("alertname=GpuXid").contains("xid=79");
        assertThat(fault.place().told()).isTrue();
    }

    @Test
    void anAlertFromBeforeTheBootWasSeenIsBoundToNoBoot() {
        node("n1");

        takeIn.on(group(xid("n1", 79, SEEN_SINCE.minusSeconds(1)), xid("n1", 79, null)), 0);

        assertThat(store.told())
                .extracting(DetectedFault::machine)
                .containsExactly(new Machine("uid-n1", null), new Machine("uid-n1", null));
    }

    @Test
    void theSameAlertOfAnotherPeerChangesNothing() {
        node("n1");
        takeIn.on(group(xid("n1", 79, NOW)), 0);

        takeIn.on(group(xid("n1", 79, NOW)), 0);
        assertThat(store.told()).hasSize(1);

        takeIn.on(group(xid("n1", 79, NOW.plusSeconds(60))), 0);
        assertThat(store.told()).hasSize(2);
    }

    @Test
    void whatWasNotStoredIsStoredWhenItIsSentAgainAndTheRestNotTwice() {
        node("n1");
        node("n2");
        AlertGroup half = group(xid("n1", 79, NOW), xid("down-2", 79, NOW), xid("n2", 79, NOW));
        takeIn.on(group(xid("n1", 79, NOW)), 0);

        assertThatThrownBy(() -> takeIn.on(half, 0)).hasMessage("the store is down");
        store.down(false);
        takeIn.on(group(xid("n1", 79, NOW), xid("n2", 79, NOW)), 0);

        assertThat(store.told())
                .extracting(fault -> fault.machine().nodeUid())
                .containsExactly("uid-n1", "uid-n2");
        assertThat(counted).containsEntry(Outcome.TAKEN, 3L);
    }

    @Test
    void eachAlertCountsByItsOwnStatusAndAllAreCounted() {
        node("n1");
        AlertGroup group =
                new AlertGroup(
                        List.of(
                                xid("n1", 79, NOW),
                                alert(Status.RESOLVED, Map.of("Hostname", "n1", "xid", "79"), NOW),
                                alert(Status.FIRING, Map.of("alertname", "KubePodCrash"), NOW),
                                alert(Status.FIRING, Map.of("alertname", "GpuLost"), NOW)),
                        7);

        Map<Outcome, Long> ends = takeIn.on(group, 2);

        assertThat(ends)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                Outcome.TAKEN, 1L,
                                Outcome.RESOLVED, 1L,
                                Outcome.FOREIGN, 1L,
                                Outcome.WITHOUT_NODE, 1L,
                                Outcome.UNREADABLE, 2L,
                                Outcome.TRUNCATED, 7L));
        assertThat(counted).isEqualTo(ends);
        assertThat(store.told()).hasSize(1);
    }

    @Test
    void theHostThatIsANodeWinsByItsWholeOrShortName() {
        node("gpu-7");

        takeIn.on(
                group(
                        fault(Map.of("Hostname", "exporter-x", "instance", "gpu-7:9400")),
                        fault(Map.of("node", "GPU-7.dc1.example.com"))),
                0);

        assertThat(store.told())
                .extracting(fault -> fault.machine().nodeUid())
                .containsExactly("uid-gpu-7", "uid-gpu-7");
    }

    @Test
    void aNodeThatKubernetesDoesNotHaveIsBoundToNothing() {
        takeIn.on(group(xid("elsewhere", 79, NOW)), 0);

        assertThat(store.told()).isEmpty();
        assertThat(counted).containsEntry(Outcome.TAKEN, 1L);
    }

    @Test
    void labelsThatAreNoNameOfANodeNameNone() {
        takeIn.on(
                group(fault(Map.of("Hostname", "a b/../\u0000", "instance", "10.0.0.7:9400"))), 0);

        assertThat(counted).containsEntry(Outcome.WITHOUT_NODE, 1L);
    }

    private void node(String name) {
        nodes.put(name, new NodeSeen("uid-" + name, "boot-" + name, SEEN_SINCE, NOW));
    }

    private static AlertGroup group(Alert... alerts) {
        return new AlertGroup(List.of(alerts), 0);
    }

    private static Alert fault(Map<String, String> labels) {
        Map<String, String> all = new HashMap<>(labels);
        all.put("alertname", "GpuXid");
        all.put("xid", "79");
        return alert(Status.FIRING, all, NOW);
    }

    private static Alert xid(String node, int code, Instant at) {
        return alert(
                Status.FIRING,
                Map.of(
                        "alertname",
                        "GpuXid",
                        "Hostname",
                        node,
                        "gpu",
                        "2",
                        "xid",
                        Integer.toString(code)),
                at);
    }

    private static Alert alert(Status status, Map<String, String> labels, Instant at) {
        return new Alert(status, labels, Map.of(), at, "");
    }
}
