package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.medevac.events.FaultSummary;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.NotificationDelivered;
import io.medevac.events.RecommendedAction;
import io.medevac.events.RemediationHeld;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.systemtests.LocalStack.Running;
import io.medevac.wire.EventTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The story of one node, on the whole stack, in order: what must not take it out, what holds it,
 * and the whole path when nothing holds it any more. The demo breaks the other node.
 */
@ExtendWith(LocalStack.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IncidentST {
    private static final String NODE = "gpu-0";
    private static final String OTHER = "gpu-1";
    private static final String SPARE = "gpu-2";
    private static final String OPT_OUT = "medevac.io/replacement";

    /** The other node before anything happened to it. */
    private static final Map<String, Object> before = new HashMap<>();

    @Test
    @Order(1)
    void garbageAndHalfWrittenLinesOpenNothing(Running stack) {
        stack.kernelLine(NODE, "NVRM: Xid (PCI:");
        stack.kernelLine(NODE, "NVRM: Xid (PCI:zzzz:9b:00): \u0000\u001b[31m79");
        stack.kernelLine(NODE, "\uFFFD\u0007 not NVRM: at all Xid 79");
        stack.kernelLine(NODE, "x".repeat(100_000));

        stack.xid(OTHER, 13);

        assertThat(stack.events.all(GpuFault.class))
                .extracting(fault -> fault.getHeader().getNode())
                .containsExactly(OTHER);
        assertUntouched(stack);
    }

    @Test
    @Order(2)
    void anApplicationFaultNeverTakesANodeOut(Running stack) {
        UUID incident = stack.xid(NODE, 13);

        RemediationHeld held = held(stack, incident, "action");

        assertThat(held.getFault())
                .extracting(FaultSummary::getAction)
                .isEqualTo(RecommendedAction.RESTART_APP);
        assertThat(held.getWhatToDo()).isNotBlank();
        assertUntouched(stack);
    }

    @Test
    @Order(3)
    void anUnknownCodeIsReportedAndNeverRepaired(Running stack) {
        UUID incident = stack.xid(NODE, 999);

        assertThat(stack.events.all(GpuFault.class))
                .filteredOn(fault -> incident.equals(fault.getHeader().getIncidentId()))
                .last()
                .satisfies(
                        fault -> {
                            assertThat(fault.getOpensIncident()).isFalse();
                            assertThat(fault.getFault().getAction())
                                    .isEqualTo(RecommendedAction.UNKNOWN);
                        });
        assertUntouched(stack);
    }

    @Test
    @Order(3)
    void aStormOfLinesIsOneIncidentAndBlindsNobody(Running stack) {
        int lines = 1_000;
        UUID incident = incidentOf(stack, NODE);

        stack.kernelLines(NODE, "NVRM: Xid (PCI:0000:9b:00): 13, pid=7, name=x, a storm", lines);

        stack.events.await(
                GpuFault.class,
                LocalStack.INCIDENT,
                fault ->
                        incident.equals(fault.getHeader().getIncidentId())
                                && fault.getOccurrence() >= lines);
        stack.xid(OTHER, 13);
        assertThat(stack.events.all(GpuFault.class))
                .filteredOn(fault -> fault.getHeader().getNode().equals(NODE))
                .filteredOn(GpuFault::getOpensIncident)
                .hasSize(1);
        assertUntouched(stack);
    }

    @Test
    @Order(4)
    void recordsThatAreNoEventsArePutAsideAndTheServicesGoOn(Running stack) {
        stack.produce("medevac.nodes.v1", "demo/" + NODE, new byte[] {1, 2, 3});
        stack.produce("medevac.faults.v1", "demo/" + NODE, new byte[] {0, 0, 0, 1, 0, 7});

        assertThat(stack.deadLetter("medevac.nodes.v1.dlq")).contains("Confluent wire format");
        assertThat(stack.deadLetter("medevac.faults.v1.dlq")).contains("not in the registry");
    }

    @Test
    @Order(5)
    void optOutHoldsAWorseFault(Running stack) {
        label(stack, NODE, OPT_OUT, "forbid");
        UUID incident = stack.xid(NODE, 79);

        RemediationHeld held =
                stack.events.await(
                        RemediationHeld.class,
                        LocalStack.SOON,
                        event ->
                                incident.equals(event.getHeader().getIncidentId())
                                        && noes(event).equals(List.of("opt-out")));

        assertThat(held.getFault().getAction()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertUntouched(stack);
        assertThat(stack.events.of(incident)).noneMatch(NodeQuarantined.class::isInstance);
    }

    @Test
    @Order(6)
    void whenTheOptOutIsLiftedTheJobMovesToTheSpareAndGoesOn(Running stack) {
        Training training = Training.submit(stack);
        training.awaitStep(20);
        UUID incident = incidentOf(stack, NODE);

        unlabel(stack, NODE, OPT_OUT);
        IncidentClosed closed =
                stack.events.await(IncidentClosed.class, LocalStack.INCIDENT, incident);

        assertThat(closed.getOutcome()).isEqualTo(IncidentOutcome.RECOVERED);
        assertHappenedInOrder(
                stack,
                incident,
                NodeQuarantined.class,
                JobSignalled.class,
                JobRequeued.class,
                NodeVacated.class,
                NodeDrained.class,
                NodeReplaced.class,
                SlurmNodeJoined.class,
                JobResumed.class,
                IncidentClosed.class);
        assertThat(stack.events.of(incident)).anyMatch(SlurmNodeDraining.class::isInstance);
        assertThat(training.nodes()).isEqualTo("gpu-[1-2]");
        assertThat(training.restarts()).isEqualTo(1);
        JobRequeued requeued = stack.events.await(JobRequeued.class, LocalStack.SOON, incident);
        JobResumed resumed = stack.events.await(JobResumed.class, LocalStack.SOON, incident);
        assertThat(resumed.getFrom().getStep()).isEqualTo(requeued.getCheckpoint().getStep());
        assertThat(resumed.getJob().getNodes()).containsExactly(OTHER, SPARE);
        assertThat(training.stepsTrainedTwiceOrSkipped()).isEmpty();
    }

    @Test
    @Order(7)
    void theOldNodeIsOutMarkedForRepairAndTheSpareServes(Running stack) {
        assertThat(stack.node(NODE).getSpec().getUnschedulable()).isTrue();
        assertThat(stack.node(NODE).getMetadata().getLabels())
                .doesNotContainKey("medevac.io/pool")
                .containsKey("medevac.io/repair");
        assertThat(stack.system("scontrol", "show", "node", NODE))
                .contains("DRAIN")
                .contains("Reason=medevac:" + incidentOf(stack, NODE));
        assertThat(stack.node(SPARE).getMetadata().getLabels())
                .containsEntry("medevac.io/pool", "training")
                .doesNotContainKey("medevac.io/spare");
        assertThat(stack.node(SPARE).getSpec().getUnschedulable()).isNotEqualTo(true);
        assertThat(stack.node(SPARE).getSpec().getTaints()).isNullOrEmpty();
    }

    @Test
    @Order(8)
    void ownerAndOperatorsWereToldOnceEach(Running stack) {
        UUID incident = incidentOf(stack, NODE);
        Awaitility.await()
                .atMost(LocalStack.SOON)
                .untilAsserted(
                        () ->
                                assertThat(told(stack, incident))
                                        .extracting(NotificationDelivered::getAudience)
                                        .contains("owner", "operators"));
        assertThat(told(stack, incident))
                .extracting(
                        each ->
                                each.getAbout()
                                        + "/"
                                        + each.getRecipient()
                                        + "/"
                                        + each.getChannel())
                .doesNotHaveDuplicates();
    }

    @Test
    @Order(9)
    void withoutASpareTheNextIncidentWaitsInQuarantineAndSaysWhatToDo(Running stack) {
        before.putAll(essence(stack, OTHER));
        UUID incident = stack.xid(OTHER, 79);

        RemediationHeld held = held(stack, incident, "spare");

        assertThat(held.getWhatToDo()).isNotBlank();
        assertThat(stack.node(OTHER).getSpec().getUnschedulable()).isTrue();
        assertThat(stack.events.of(incident)).noneMatch(NodeReplaced.class::isInstance);
    }

    @Test
    @Order(10)
    void aReleaseGivesTheNodeBackAsIfNothingHadHappened(Running stack) {
        String answer = obeyed(stack, "release", "--node", OTHER, "--reason", "GPU reseated");

        assertThat(answer).startsWith("accepted: " + OTHER);
        assertAsBefore(stack);
        assertThat(obeyed(stack, "release", "--node", OTHER)).startsWith("nothing to do");
    }

    @Test
    @Order(11)
    void aPauseHoldsUntilItIsResumedAndACancelLeavesNoTrace(Running stack) {
        obeyed(stack, "pause", "--reason", "system test");
        UUID incident = stack.xid(OTHER, 79);
        assertThat(held(stack, incident, "pause").getWhatToDo()).contains("medevac resume");
        assertAsBefore(stack);

        obeyed(stack, "resume");
        stack.events.await(SlurmNodeDraining.class, LocalStack.SOON, incident);
        obeyed(stack, "cancel", incident.toString(), "--reason", "false alarm");

        IncidentClosed closed = stack.events.await(IncidentClosed.class, LocalStack.SOON, incident);
        assertThat(closed.getOutcome()).isEqualTo(IncidentOutcome.CANCELLED);
        assertThat(closed.getReason()).contains("false alarm");
        assertAsBefore(stack);
    }

    @Test
    @Order(12)
    void aServiceThatDiesIsStartedAgainEvenWithATornClassArchive(Running stack) throws IOException {
        long before = stack.pid("remediator");
        Path archive = stack.root.resolve("services/remediator/target/quarkus-app/remediator.jsa");
        byte[] torn = Files.exists(archive) ? Files.readAllBytes(archive) : new byte[1 << 20];
        Arrays.fill(torn, torn.length / 4, torn.length / 2, (byte) 0);
        Files.deleteIfExists(archive);
        Files.write(archive, torn);

        stack.system("kill", "-9", Long.toString(before));

        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .untilAsserted(
                        () -> {
                            assertThat(stack.pid("remediator")).isNotEqualTo(before);
                            assertThat(stack.ready("remediator")).isTrue();
                        });
    }

    /** What the command line prints, once the remediator has obeyed. */
    private static String obeyed(Running stack, String... order) {
        Command.Answer answer = stack.medevac(order);
        assertThat(answer.exit()).as("%s", answer).isZero();
        return answer.out();
    }

    private static void assertAsBefore(Running stack) {
        Awaitility.await()
                .atMost(LocalStack.SOON)
                .untilAsserted(() -> assertThat(essence(stack, OTHER)).isEqualTo(before));
    }

    /** All that a person sees of a node that Medevac may write to. */
    private static Map<String, Object> essence(Running stack, String node) {
        Node seen = stack.node(node);
        return Map.of(
                "labels", seen.getMetadata().getLabels(),
                "annotations", seen.getMetadata().getAnnotations().keySet(),
                "taints", seen.getSpec().getTaints().stream().map(Taint::getKey).toList(),
                "cordoned", Boolean.TRUE.equals(seen.getSpec().getUnschedulable()),
                "drained", stack.system("sinfo", "-hN", "-n", node, "-o", "%T").contains("drain"),
                "reason", stack.system("sinfo", "-hN", "-n", node, "-o", "%E"));
    }

    private static RemediationHeld held(Running stack, UUID incident, String gate) {
        return stack.events.await(
                RemediationHeld.class,
                LocalStack.SOON,
                event ->
                        incident.equals(event.getHeader().getIncidentId())
                                && noes(event).contains(gate));
    }

    private static List<String> noes(RemediationHeld held) {
        return held.getGates().stream()
                .filter(gate -> gate.getOutcome() == GateOutcome.HOLD)
                .map(GateAnswer::getGate)
                .toList();
    }

    private static UUID incidentOf(Running stack, String node) {
        return stack.events.all(GpuFault.class).stream()
                .filter(fault -> node.equals(fault.getHeader().getNode()))
                .findFirst()
                .orElseThrow()
                .getHeader()
                .getIncidentId();
    }

    private static List<NotificationDelivered> told(Running stack, UUID incident) {
        return stack.events.all(NotificationDelivered.class).stream()
                .filter(event -> incident.equals(event.getHeader().getIncidentId()))
                .toList();
    }

    private static void assertHappenedInOrder(Running stack, UUID incident, Class<?>... types) {
        List<Class<?>> wanted = List.of(types);
        List<SpecificRecord> events = new ArrayList<>(stack.events.of(incident));
        events.sort(Comparator.comparing(event -> EventTypes.headerOf(event).getOccurredAt()));
        assertThat(events)
                .extracting(Object::getClass)
                .filteredOn(wanted::contains)
                .isEqualTo(wanted);
    }

    private static void assertUntouched(Running stack) {
        assertThat(stack.node(NODE).getSpec().getUnschedulable()).isNotEqualTo(true);
        assertThat(stack.node(NODE).getSpec().getTaints()).isNullOrEmpty();
        assertThat(stack.system("sinfo", "-hN", "-n", NODE, "-o", "%T"))
                .doesNotContainIgnoringCase("drain");
    }

    private static void label(Running stack, String node, String key, String value) {
        stack.system("kubectl", "label", "node", node, key + "=" + value);
    }

    private static void unlabel(Running stack, String node, String key) {
        stack.system("kubectl", "label", "node", node, key + "-");
    }
}
