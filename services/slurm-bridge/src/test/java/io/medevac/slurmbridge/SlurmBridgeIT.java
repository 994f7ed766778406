package io.medevac.slurmbridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.EventHeader;
import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.Machine;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.events.SlurmNodeClosed;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.messaging.Rehearsal;
import io.medevac.messaging.Transactions;
import io.medevac.slurmbridge.adapter.slurm.ThreeNodeSlurm;
import io.medevac.slurmbridge.application.TellClosedNodes;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.medevac.testkit.ServiceSchema;
import io.medevac.testkit.TestStack;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole service: Kafka, PostgreSQL, registry, API server (with our ClusterRole), Slurm. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "slurm-bridge"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "slurm-bridge"))
@WithTestResource(SlurmParts.class)
class SlurmBridgeIT {
    @Inject Rehearsal rehearsal;
    @Inject Transactions transactions;
    @Inject TellClosedNodes tellClosedNodes;

    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final String JOBS = "medevac.jobs.v1";
    private static final Path TRAINING = Path.of("../../examples/training");

    private final ThreeNodeSlurm slurm =
            ThreeNodeSlurm.at(
                    ConfigProvider.getConfig()
                            .getValue("medevac.slurm-bridge.slurm-conf", String.class));
    private final ControlPlane kubernetes = ControlPlane.get();
    private final EventTopics topics = TestStack.get().topics();
    private final EventHeaders headers = new EventHeaders("test");
    private final UUID incident = EventIds.next(Instant.now());

    @BeforeEach
    void empty() {
        slurm.reset();
    }

    private String createNode(String name, boolean quarantined) {
        String taint =
                quarantined
                        ? "taints: [{key: medevac.io/quarantined, value: \"%s\", effect: NoSchedule}]"
                                .formatted(incident)
                        : "taints: []";
        apply(
                """
                apiVersion: v1
                kind: Node
                metadata: {name: %s}
                spec: {%s}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: slurmd-%1$s, namespace: default, labels: {app.kubernetes.io/name: slurmd}}
                spec: {nodeName: %1$s, containers: [{name: slurmd, image: "example.org/slurmd:1"}]}
                """
                        .formatted(name, taint));
        return kubernetes.kubectl("get", "node", name, "--output", "jsonpath={.metadata.uid}");
    }

    private void apply(String yaml) {
        try {
            Path file = Files.createTempFile("objects", ".yaml");
            Files.writeString(file, yaml);
            kubernetes.kubectl("apply", "--filename", file.toString());
            Files.delete(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private NodeQuarantined quarantine(String node, String uid) {
        return NodeQuarantined.newBuilder()
                .setHeader(headers.next(incident, node, Instant.now(), null))
                .setMachine(new Machine(uid, "boot-1"))
                .setPool("training")
                .setFault(
                        FaultSummary.newBuilder()
                                .setKind("XID")
                                .setCode(79)
                                .setGpu(new Gpu(3, "0000:9b:00", null))
                                .setSeverity(Severity.CRITICAL)
                                .setAction(RecommendedAction.REPLACE_NODE)
                                .setRule("catalogue: xid 79")
                                .setMessage("GPU has fallen off the bus.")
                                .build())
                .setGates(List.of())
                .setCordonedBefore(false)
                .setDecidedAt(Instant.now())
                .build();
    }

    private NodeReplaced replaced(String node, String by) {
        return NodeReplaced.newBuilder()
                .setHeader(headers.next(incident, node, Instant.now(), null))
                .setReplacement(by)
                .setMachine(new Machine("uid", "boot-1"))
                .setPool("training")
                .setProvider("warm-spare")
                .setValidation(List.of())
                .build();
    }

    private <E extends SpecificRecord> E await(Class<E> type, Function<E, EventHeader> header) {
        return topics.await(
                JOBS,
                type,
                DEADLINE,
                event -> incident.equals(header.apply(event).getIncidentId()));
    }

    private long submitGang() throws IOException {
        Path work = slurm.workFolder();
        for (String file : List.of("train.py", "train.sbatch")) {
            Files.copy(TRAINING.resolve(file), work.resolve(file));
        }
        long job =
                Long.parseLong(
                        slurm.run(
                                        work,
                                        "sbatch",
                                        "--parsable",
                                        "--nodes=2",
                                        "--ntasks-per-node=1",
                                        "--gres=gpu:8",
                                        "--export=ALL,STEPS=400",
                                        "--mail-user=ada@example.org",
                                        "train.sbatch")
                                .strip());
        Awaitility.await("progress")
                .atMost(DEADLINE)
                .until(() -> Files.exists(work.resolve("progress-" + job + ".json")));
        return job;
    }

    @Test
    void theRehearsalIsPlayedToItsEndAndLeavesNothing() {
        ServiceSchema.assertUnchangedBy(
                "slurm-bridge", () -> transactions.rehearse(rehearsal::play));
    }

    @Test
    void bringsTheJobOffTheNodeAndSeesItGoOn() throws IOException {
        String uid = createNode("gpu-1", true);
        slurm.run(
                Path.of("/"),
                "scontrol",
                "update",
                "nodename=gpu-2",
                "state=drain",
                "reason=medevac:old");
        long job = submitGang();

        NodeQuarantined event = quarantine("gpu-1", uid);
        topics.send(event);
        topics.send(event);
        SlurmNodeDraining draining = await(SlurmNodeDraining.class, SlurmNodeDraining::getHeader);
        JobSignalled signalled = await(JobSignalled.class, JobSignalled::getHeader);
        JobRequeued requeued = await(JobRequeued.class, JobRequeued::getHeader);
        NodeVacated vacated = await(NodeVacated.class, NodeVacated::getHeader);
        createNode("gpu-2", false);
        topics.send(replaced("gpu-1", "gpu-2"));
        SlurmNodeJoined joined = await(SlurmNodeJoined.class, SlurmNodeJoined::getHeader);
        JobResumed resumed = await(JobResumed.class, JobResumed::getHeader);

        assertThat(draining.getHeader().getCausedBy()).isEqualTo(event.getHeader().getEventId());
        assertThat(draining.getHeader().getNode()).isEqualTo("gpu-1");
        assertThat(draining.getReason()).startsWith("medevac:" + incident + " GPU 3 XID 79");
        assertThat(signalled.getHeader().getCausedBy())
                .isEqualTo(draining.getHeader().getEventId());
        assertThat(signalled.getJob().getMailUser()).isEqualTo("ada@example.org");
        assertThat(signalled.getGraceSeconds()).isEqualTo(20);
        assertThat(requeued.getHeader().getCausedBy())
                .isEqualTo(signalled.getHeader().getEventId());
        assertThat(requeued.getCheckpoint()).isNotNull();
        assertThat(vacated.getRequeued()).containsExactly(job);
        assertThat(joined.getUndrained()).isTrue();
        assertThat(resumed.getJob().getNodes()).containsExactly("gpu-0", "gpu-2");
        assertThat(resumed.getJob().getRestartCount()).isEqualTo(1);
        assertThat(resumed.getFrom()).isEqualTo(requeued.getCheckpoint());
        assertThat(topics.all(JOBS, JobSignalled.class))
                .filteredOn(each -> incident.equals(each.getHeader().getIncidentId()))
                .hasSize(1);
        Duration reaction =
                Duration.between(
                        event.getHeader().getOccurredAt(), draining.getHeader().getOccurredAt());
        assertThat(reaction).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void actsOnNothingForANodeThatIsNotQuarantinedAnyMore() throws IOException {
        String uid = createNode("gpu-1", false);
        submitGang();
        topics.send(quarantine("gpu-1", uid));
        topics.send(quarantine("gpu-9", "gone"));

        Awaitility.await("both handled")
                .atMost(DEADLINE)
                .until(() -> topics.all("medevac.nodes.v1", NodeQuarantined.class).size() >= 2);
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(10))
                .until(() -> slurm.control().readNodes().stream().noneMatch(node -> node.closed()));
        assertThat(slurm.control().readJobs())
                .filteredOn(job -> job.running())
                .allMatch(job -> job.run().restartCount() == 0)
                .isNotEmpty();
    }

    @Test
    void tellsOnceWhoElseClosedANodeAndWhy() {
        String reason = "NHC: check_gpu_count " + incident;
        String other = "Epilog error " + incident;

        drainByHand("gpu-2", reason);
        SlurmNodeClosed closed = awaitClosed(reason);
        tellClosedNodes.run();
        drainByHand("gpu-2", other);
        awaitClosed(other);
        tellClosedNodes.run();
        drainByHand("gpu-1", "medevac:" + incident);
        tellClosedNodes.run();
        drainByHand("gpu-0", "last " + incident);
        awaitClosed("last " + incident);

        assertThat(closed.getHeader().getNode()).isEqualTo("gpu-2");
        assertThat(closed.getSlurmNode()).isEqualTo("gpu-2");
        assertThat(closed.getState()).isEqualTo("IDLE+DRAIN");
        assertThat(closed.getSetBy()).isEqualTo("root");
        assertThat(closed.getSetAt())
                .isBetween(Instant.now().minusSeconds(300), Instant.now().plusSeconds(5));
        assertThat(topics.all(JOBS, SlurmNodeClosed.class))
                .extracting(SlurmNodeClosed::getReason)
                .filteredOn(text -> text.contains(incident.toString()))
                .containsExactlyInAnyOrder(reason, other, "last " + incident);
    }

    private void drainByHand(String node, String reason) {
        slurm.run(
                Path.of("/"),
                "scontrol",
                "update",
                "nodename=" + node,
                "state=drain",
                "reason=" + reason);
    }

    private SlurmNodeClosed awaitClosed(String reason) {
        return topics.await(
                JOBS, SlurmNodeClosed.class, DEADLINE, event -> event.getReason().equals(reason));
    }
}
