package io.medevac.detector.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.node.Machine;
import io.medevac.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectIntakeTest {
    private static final Path FIELD =
            Repository.root().resolve("intake/src/test/resources/io/medevac/intake");

    private final ClusterReading cluster = new ClusterReading();

    /** Objects of the field that a watch brings, and the faults that they are. */
    static Stream<Arguments> objects() throws IOException {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        Files.readAllLines(
                        Repository.root()
                                .resolve(
                                        "services/detector/src/test/resources/conditions-expected.txt"))
                .forEach(
                        row -> {
                            int bar = row.indexOf(" | ");
                            List<String> faults =
                                    expected.computeIfAbsent(
                                            row.substring(0, bar), file -> new ArrayList<>());
                            if (!row.substring(bar + 3).equals("nothing")) {
                                faults.add(row.substring(bar + 3));
                            }
                        });
        return expected.entrySet().stream().map(row -> Arguments.of(row.getKey(), row.getValue()));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void objectsOfTheFieldBecomeTheirFaults(String file, List<String> expected) throws IOException {
        String json = Files.readString(FIELD.resolve(file));
        cluster.look(json);
        cluster.look(json);
        cluster.now = cluster.now.plusSeconds(61);
        cluster.drops.tellSettled();

        assertThat(cluster.told()).extracting(this::shown).isEqualTo(expected);
    }

    @Test
    void theSameConditionIsOneFaultForEveryReaderAndEveryHeartbeat() {
        cluster.look(node("True", "XidCritical", 79, "10:00:00", "10:00:00"));
        cluster.look(node("True", "XidCritical", 79, "10:00:00", "10:05:00"));
        cluster.restart();
        cluster.look(node("True", "XidCritical", 79, "10:00:00", "10:10:00"));

        assertThat(cluster.told()).hasSize(1);
    }

    @Test
    void aConditionThatTurnsGoodClosesNothingAndABadOneComesAgain() {
        cluster.look(node("True", "XidCritical", 79, "10:00:00", "10:00:00"));
        cluster.look(node("False", "NoXid", 0, "10:01:00", "10:01:00"));
        cluster.look(node("True", "XidCritical", 79, "10:02:00", "10:02:00"));

        assertThat(cluster.told()).hasSize(2);
        assertThat(cluster.told())
                .extracting(fault -> fault.place().incidentId())
                .containsOnly(cluster.told().getFirst().place().incidentId());
    }

    @Test
    void whatStandsIsKnownAndWhatTurnedGoodIsNotAndEventsNeverAre() {
        cluster.look(node("True", "XidCritical", 79, "10:00:00", "10:00:00"));
        cluster.look(event("default", "n1", 1));
        assertThat(cluster.standing()).containsExactly(cluster.told().getFirst().signal().id());

        cluster.look(node("False", "NoXid", 0, "10:01:00", "10:01:00"));
        assertThat(cluster.standing()).isEmpty();
    }

    @Test
    void flappingIsOneIncidentAndToldLessAndLess() {
        for (int minute = 0; minute < 50; minute++) {
            String bad = "10:%02d:00".formatted(minute);
            cluster.look(node("True", "XidCritical", 79, bad, bad));
            cluster.look(node("False", "NoXid", 0, "10:%02d:30".formatted(minute), bad));
        }

        assertThat(cluster.told()).hasSize(50);
        assertThat(cluster.told().stream().map(fault -> fault.place().incidentId()).distinct())
                .hasSize(1);
        assertThat(cluster.told().stream().filter(fault -> fault.place().told())).hasSize(10);
    }

    @Test
    void whatIsOlderThanTheBootThatIsKnownIsBoundToNone() {
        cluster.nodes.put(
                "n1", new NodeSeen("uid-1", "boot-2", Instant.parse("2026-06-30T11:00:00Z"), null));

        cluster.look(node("True", "XidCritical", 79, "10:00:00", "11:30:00"));

        assertThat(machine()).isEqualTo(new Machine("uid-1", null));
    }

    @Test
    void aTimeThatNoClockShowsIsNoTime() {
        cluster.look(
                node("True", "XidCritical", 79, "10:00:00", "10:00:00")
                        .replace("2026-06-30T10:00:00Z", "2099-01-01T00:00:00Z"));
        cluster.look(
                node("True", "XidCritical", 48, "10:00:00", "10:00:00")
                        .replace("2026-06-30T10:00:00Z", "yesterday"));

        assertThat(cluster.told())
                .extracting(DetectedFault::machine)
                .containsOnly(new Machine("uid-1", null));
    }

    @Test
    void aMapThatGrowsTellsOnlyWhatIsNew() {
        String boot = UUID.randomUUID().toString();
        String first = gke("{\"79\":true}", boot);
        cluster.look(first);
        cluster.look(gke("{\"79\":true,\"95\":true}", boot));

        assertThat(cluster.told())
                .extracting(fault -> fault.signal().finding().fault().code())
                .containsExactly(79, 95);
        assertThat(machine()).isEqualTo(new Machine("uid-1", boot));
    }

    @Test
    void aMapOfAnotherBootIsNoFault() {
        String running = UUID.randomUUID().toString();
        cluster.nodes.put("n1", new NodeSeen("uid-1", running, Instant.EPOCH, null));

        cluster.look(
                gke("{\"79\":true}", UUID.randomUUID().toString())
                        .replaceAll("\"bootID\":\"[^\"]*\"", "\"bootID\":\"" + running + "\""));

        assertThat(cluster.told()).extracting(DetectedFault::place).containsOnlyNulls();
    }

    @Test
    void whatWeOrAPersonMarkIsNoFault() {
        cluster.look(
                """
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","uid":"uid-1",
                 "annotations":{"medevac.io/quarantine":"{\\"incident\\":\\"x\\"}"},
                 "labels":{"medevac.io/repair":"REPLACE_NODE"}},
                 "spec":{"unschedulable":true,"taints":[
                  {"key":"medevac.io/quarantined","value":"x","effect":"NoSchedule"},
                  {"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"},
                  {"key":"me/gpu-broken","effect":"NoExecute"}]},
                 "status":{"conditions":[
                  {"type":"Ready","status":"False","reason":"KubeletNotReady"},
                  {"type":"FooReady","status":"False","reason":"Xid79"}]}}
                """);

        assertThat(cluster.told()).isEmpty();
        assertThat(cluster.counted).containsExactly("ignored NODE");
    }

    @Test
    void eventsOfUntrustedNamespacesAndOfImpossibleNodesAreIgnored() {
        cluster.look(event("default", "n1", 1));
        cluster.look(event("tenant", "n1", 2));
        cluster.look(event("default", "N 1/..", 3));

        assertThat(cluster.told()).hasSize(1);
        assertThat(cluster.counted).containsExactly("ignored EVENT");
    }

    @Test
    void anEventThatIsSeenAgainIsAnotherFaultOfItsIncident() {
        cluster.look(event("default", "n1", 1));
        cluster.look(event("default", "n1", 1));
        cluster.look(event("default", "n1", 2));

        assertThat(cluster.told())
                .extracting(fault -> fault.place().occurrence())
                .containsExactly(1, 2);
    }

    @Test
    void whatWasNotStoredIsTakenWhenItIsLookedAtAgain() {
        cluster.store.down(true);
        assertThat(
                        catchThrowable(
                                () -> cluster.look(node("True", "X", 79, "10:00:00", "10:00:00"))))
                .isNotNull();
        cluster.store.down(false);
        cluster.look(node("True", "X", 79, "10:00:00", "10:00:00"));

        assertThat(cluster.told()).hasSize(1);
    }

    private Machine machine() {
        return cluster.told().getFirst().machine();
    }

    private static String node(
            String status, String reason, int xid, String transition, String heartbeat) {
        return """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","uid":"uid-1"},
         "status":{"conditions":[{"type":"GpuXidError","status":"%s","reason":"%s",
          "message":"NVRM: Xid (PCI:0000:9b:00): %d, pid=1, name=a, text",
          "lastTransitionTime":"2026-06-30T%sZ","lastHeartbeatTime":"2026-06-30T%sZ"}]}}
        """
                .formatted(status, reason, xid, transition, heartbeat);
    }

    private static String gke(String map, String boot) {
        return """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","uid":"uid-1"},
         "status":{"nodeInfo":{"bootID":"%s"},"conditions":[{"type":"XidCriticalError",
          "status":"True","reason":"%s","message":"%s",
          "lastTransitionTime":"2026-06-30T10:00:00Z"}]}}
        """
                .formatted(boot, map.replace("\"", "\\\""), boot);
    }

    private static String event(String namespace, String node, int count) {
        return """
        {"apiVersion":"v1","kind":"Event","metadata":{"name":"e","namespace":"%s","uid":"u"},
         "involvedObject":{"kind":"Node","name":"%s"},"type":"Warning","reason":"XIDError",
         "message":"XID error 79","count":%d,"lastTimestamp":"2026-06-30T10:00:%02dZ"}
        """
                .formatted(namespace, node, count, count);
    }

    private String shown(DetectedFault told) {
        Fault fault = told.signal().finding().fault();
        String boot = told.machine().bootId();
        boolean running =
                boot != null
                        && boot.equals(cluster.nodes.get(told.signal().finding().node()).bootId());
        return "%s, %s%s, %s %s %s, %s, %s"
                .formatted(
                        told.signal().finding().node(),
                        fault.kind(),
                        fault.code() == null ? "" : " " + fault.code(),
                        fault.scope(),
                        fault.severity(),
                        fault.action(),
                        running ? "running boot" : boot == null ? "no boot" : "another boot",
                        told.place() == null ? "no fault" : "fault " + told.place().occurrence());
    }
}
