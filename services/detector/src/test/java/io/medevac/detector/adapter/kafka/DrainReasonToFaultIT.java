package io.medevac.detector.adapter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.KernelLogFolder;
import io.medevac.events.GpuFault;
import io.medevac.events.Machine;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.events.Signal;
import io.medevac.events.SignalSource;
import io.medevac.events.SlurmNodeClosed;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.medevac.testkit.TestStack;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From what the slurm-bridge says on Kafka to the detector's events. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "detector"))
@WithTestResource(KernelLogFolder.class)
class DrainReasonToFaultIT {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final EventTopics topics = TestStack.get().topics();
    private final EventHeaders headers = new EventHeaders("test");
    private final String node = "gpu-" + UUID.randomUUID().toString().substring(0, 8);
    private String uid;

    @BeforeEach
    void createNode() throws IOException {
        ControlPlane plane = ControlPlane.get();
        Path manifest = Files.createTempFile("node", ".yaml");
        Files.writeString(manifest, "apiVersion: v1\nkind: Node\nmetadata: {name: " + node + "}\n");
        plane.kubectl("create", "--filename", manifest.toString());
        plane.kubectl(
                "patch",
                "node",
                node,
                "--subresource=status",
                "--type=merge",
                "--patch",
                "{\"status\":{\"nodeInfo\":{\"bootID\":\"boot-1\",\"machineID\":\"\","
                        + "\"systemUUID\":\"\",\"kernelVersion\":\"\",\"osImage\":\"\","
                        + "\"containerRuntimeVersion\":\"\",\"kubeletVersion\":\"\","
                        + "\"kubeProxyVersion\":\"\",\"operatingSystem\":\"linux\","
                        + "\"architecture\":\"amd64\"}}}");
        uid = plane.kubectl("get", "node", node, "--output", "jsonpath={.metadata.uid}").strip();
    }

    @Test
    void aHealthChecksDrainIsAFaultThatAsksForNothingAndAPersonsIsNone() {
        Instant now = Instant.now().plusSeconds(1);
        SlurmNodeClosed event = closed("NHC: check_gpu_count: found 7, expected 8", now);
        topics.send(closed("Xid 79 on GPU 3, RMA, jd", now));
        topics.send(event);
        topics.send(event);
        topics.send(closed("[node_problem] gpu: Xid 79 on GPU 3", now));

        GpuFault held = fault("SLURM_HEALTH_CHECK");
        GpuFault quoted = fault("XID");

        assertThat(held.getFault().getSeverity()).isEqualTo(Severity.DEGRADED);
        assertThat(held.getFault().getAction()).isEqualTo(RecommendedAction.NONE);
        assertThat(held.getFault().getRule()).isEqualTo("slurm: nhc: check_gpu");
        assertThat(held.getMachine()).isEqualTo(new Machine(uid, "boot-1"));
        assertThat(quoted.getFault().getCode()).isEqualTo(79);
        assertThat(quoted.getFault().getGpu().getIndex()).isEqualTo(3);
        List<Signal> signals =
                topics.all("medevac.signals.v1", Signal.class).stream()
                        .filter(signal -> signal.getHeader().getNode().equals(node))
                        .toList();
        assertThat(signals)
                .extracting(Signal::getKind)
                .containsExactlyInAnyOrder("SLURM_HEALTH_CHECK", "XID");
        assertThat(signals)
                .allMatch(signal -> signal.getSource() == SignalSource.SLURM_HEALTH_CHECK)
                .allMatch(signal -> signal.getOrigin().equals("slurm:worker-0"));
    }

    @Test
    void aReasonFromBeforeTheBootWasSeenIsBoundToNoBoot() {
        topics.send(closed("Kill task failed", Instant.now().minusSeconds(3600)));

        GpuFault fault = fault("SLURM_PROCESS_LEFT");

        assertThat(fault.getMachine()).isEqualTo(new Machine(uid, null));
        assertThat(fault.getFault().getAction()).isEqualTo(RecommendedAction.NONE);
    }

    private GpuFault fault(String kind) {
        return topics.await(
                "medevac.faults.v1",
                GpuFault.class,
                DEADLINE,
                fault ->
                        fault.getHeader().getNode().equals(node)
                                && fault.getFault().getKind().equals(kind));
    }

    private SlurmNodeClosed closed(String reason, Instant at) {
        return SlurmNodeClosed.newBuilder()
                .setHeader(
                        headers.of(
                                EventIds.derived("test", node, reason, at.toString()),
                                null,
                                node,
                                at,
                                null))
                .setSlurmNode("worker-0")
                .setState("IDLE+DRAIN")
                .setReason(reason)
                .setSetBy("root")
                .setSetAt(at)
                .build();
    }
}
