package io.medevac.detector.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.medevac.detector.KernelLogFolder;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.Identities;
import io.medevac.detector.port.NodeMemory;
import io.medevac.events.GpuFault;
import io.medevac.events.Machine;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Signal;
import io.medevac.events.SignalSource;
import io.medevac.intake.WatchedObjects;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The service as it runs, under the permissions that we ship: from what an agent writes into the
 * API server to the events on Kafka.
 */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "detector"))
@WithTestResource(KernelLogFolder.class)
@TestProfile(ConditionToFaultIT.SettlesSoon.class)
class ConditionToFaultIT {

    /** Drops of allocatable GPUs are told at the next look. */
    public static class SettlesSoon implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("medevac.detector.conditions.settle-time", "1s");
        }
    }

    private static final String SIGNALS = "medevac.signals.v1";
    private static final String FAULTS = "medevac.faults.v1";
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @Inject Fabric8NodeDirectory directory;
    @Inject ObjectWatches watches;
    @Inject ObjectCounters counters;
    @Inject DropWatch drops;
    @Inject NodeMemory memory;
    @Inject KubernetesClient client;
    @Inject WatchedObjects reader;
    @Inject TakeInReport takeIn;
    @Inject Identities identities;
    @Inject InstantSource clock;
    @Inject DetectorConfig config;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    private final String name = "gpu-" + UUID.randomUUID().toString().substring(0, 8);
    private final LiveNode node = new LiveNode(ControlPlane.get(), name);
    private EventTopics topics;

    @BeforeEach
    void connect() {
        topics = new EventTopics(brokers, registry);
    }

    @Test
    void aConditionThatTurnsBadIsAFaultOfTheBootThatRuns() {
        String uid = seen("boot-1");
        node.condition("GpuXidError", "False", "NoXid", "", past());
        node.condition("GpuXidError", "True", "XidCritical", xid(79), soon());

        Signal signal = awaitSignal();
        GpuFault fault = awaitFault();

        assertThat(signal.getSource()).isEqualTo(SignalSource.NODE_CONDITION);
        assertThat(signal.getRaw()).startsWith("node condition GpuXidError is True");
        assertThat(fault.getMachine()).isEqualTo(new Machine(uid, "boot-1"));
        assertThat(fault.getFault().getCode()).isEqualTo(79);
        assertThat(fault.getFault().getGpu().getPci()).isEqualTo("0000:9b:00");
        assertThat(fault.getFault().getAction()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(fault.getOpensIncident()).isTrue();
    }

    @Test
    void aConditionThatNobodySawBeginIsBoundToNoBoot() {
        node.create();
        node.condition("GpuXidError", "True", "XidCritical", xid(79), past());
        node.bootId("boot-2");

        GpuFault fault = awaitFault();

        assertThat(fault.getMachine()).isEqualTo(new Machine(node.uid(), null));
    }

    @Test
    void aConditionThatNamesAnEarlierBootIsNoFault() {
        String now = UUID.randomUUID().toString();
        seen(now);
        node.condition(
                "XidCriticalError", "True", "{\"79\":true}", UUID.randomUUID().toString(), soon());
        node.condition("XidCriticalError", "True", "{\"95\":true}", now, soon());

        GpuFault fault = awaitFault();

        assertThat(fault.getFault().getCode()).isEqualTo(95);
        assertThat(fault.getMachine().getBootId()).isEqualTo(now);
        assertThat(faults()).hasSize(1);
    }

    @Test
    void aProcessThatStartsAnewTellsNothingAgain() {
        seen("boot-1");
        node.condition("GpuXidError", "True", "XidCritical", xid(79), soon());
        GpuFault first = awaitFault();

        ObjectIntake another =
                new ObjectIntake(
                        client, reader, takeIn, identities, counters, drops, clock, config);
        another.look(ObjectCounters.Kind.NODE, listed());
        node.condition("GpuNvlinkWatch", "True", "GpuNvlinkWatchIsNotHealthy", "", soon());
        awaitFault(2);

        assertThat(faults()).hasSize(2).contains(first);
        Instant later = Instant.now().plusSeconds(3600);
        assertThat(
                        memory.since(
                                Map.of(
                                        new io.medevac.domain.node.Machine(node.uid(), "boot-1"),
                                        later)))
                .doesNotContainValue(later);
    }

    @Test
    void anEventAboutANodeIsASignal() {
        String uid = seen("boot-1");
        node.apply(
                """
                {"apiVersion": "v1", "kind": "Event",
                 "metadata": {"name": "%1$s.1", "namespace": "default"},
                 "involvedObject": {"kind": "Node", "name": "%1$s"}, "type": "Warning",
                 "reason": "XIDError", "message": "XID error 79", "count": 1,
                 "lastTimestamp": "%2$s"}
                """
                        .formatted(name, soon()));

        assertThat(awaitSignal().getSource()).isEqualTo(SignalSource.NODE_EVENT);
        assertThat(awaitFault().getMachine()).isEqualTo(new Machine(uid, "boot-1"));
    }

    @Test
    void aTaintOfADeviceIsASignal() {
        String uid = seen("boot-1");
        watches.lookForSlices();
        node.apply(
                """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: %1$s-gpu}
                spec:
                  driver: gpu.nvidia.com
                  nodeName: %1$s
                  pool: {name: %1$s, generation: 1, resourceSliceCount: 1}
                  devices:
                  - name: gpu-2
                    taints: [{key: gpu.nvidia.com/xid, value: "79", effect: NoSchedule, timeAdded: "%2$s"}]
                """
                        .formatted(name, soon()));

        GpuFault fault = awaitFault();

        assertThat(fault.getFault().getGpu().getIndex()).isEqualTo(2);
        assertThat(fault.getMachine()).isEqualTo(new Machine(uid, "boot-1"));
    }

    @Test
    void aRestartOfTheApiServerLosesNothing() {
        seen("boot-1");
        ControlPlane.get().restartApiServer();
        node.condition("GpuXidError", "True", "XidCritical", xid(79), soon());

        assertThat(awaitFault().getFault().getCode()).isEqualTo(79);
    }

    @Test
    void gpusThatAreNotAllocatableAreASignal() {
        seen("boot-1");
        node.allocatable(8);
        node.allocatable(7);

        assertThat(awaitFault().getFault().getMessage())
                .isEqualTo("7 of 8 nvidia.com/gpu are allocatable");
    }

    /** The service may list nodes, and get none. */
    private Node listed() {
        return client.nodes().withField("metadata.name", name).list().getItems().getFirst();
    }

    private String seen(String bootId) {
        node.create();
        node.bootId(bootId);
        Awaitility.await()
                .atMost(DEADLINE)
                .until(
                        () ->
                                directory
                                        .find(name)
                                        .filter(seen -> bootId.equals(seen.bootId()))
                                        .isPresent());
        return node.uid();
    }

    /** Later than anything that was seen of the boot, and still within what clocks may differ. */
    private static Instant soon() {
        return Instant.now().plusSeconds(3).truncatedTo(ChronoUnit.SECONDS);
    }

    private static Instant past() {
        return Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
    }

    private static String xid(int code) {
        return String.format(
                Locale.ROOT,
                "NVRM: Xid (PCI:0000:9b:00): %d, pid=42, name=python3, something happened",
                code);
    }

    private Signal awaitSignal() {
        return topics.await(
                SIGNALS, Signal.class, DEADLINE, told -> told.getHeader().getNode().equals(name));
    }

    private GpuFault awaitFault(int occurrence) {
        return topics.await(
                FAULTS,
                GpuFault.class,
                DEADLINE,
                told ->
                        told.getHeader().getNode().equals(name)
                                && told.getOccurrence() == occurrence);
    }

    private GpuFault awaitFault() {
        return topics.await(
                FAULTS, GpuFault.class, DEADLINE, told -> told.getHeader().getNode().equals(name));
    }

    private List<GpuFault> faults() {
        return topics.all(FAULTS, GpuFault.class).stream()
                .filter(told -> told.getHeader().getNode().equals(name))
                .toList();
    }
}
