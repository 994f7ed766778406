package io.medevac.remediator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.events.CommandAcknowledged;
import io.medevac.events.CommandKind;
import io.medevac.events.CommandOutcome;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReleased;
import io.medevac.events.OperatorCommand;
import io.medevac.events.RemediationHeld;
import io.medevac.remediator.kubernetes.ApiClients;
import io.medevac.remediator.kubernetes.Enforcing;
import io.medevac.remediator.kubernetes.RealNodes;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.medevac.wire.EventIds;
import io.medevac.wire.EventTypes;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A person's orders, by way of the real topics, database and API server. */
@QuarkusTest
@TestProfile(Enforcing.class)
@WithTestResource(RealParts.class)
@WithTestResource(RealKubernetes.class)
class OperatorIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String NODES = "medevac.nodes.v1";

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final String pool = "pool-" + run;
    private final String name = "o-" + run;
    private final UUID incident = EventIds.next(Instant.now());
    private final IncidentEvents events = new IncidentEvents(incident);
    private KubernetesClient admin;
    private RealNodes nodes;
    private EventTopics topics;

    @BeforeEach
    void connect() {
        admin = ApiClients.admin();
        nodes = new RealNodes(admin);
        topics = new EventTopics(brokers, registry);
    }

    @AfterEach
    void close() {
        order(CommandKind.RESUME, null, "*");
        nodes.close();
        admin.close();
    }

    @Test
    void pausedResumedAndCancelledTheNodeIsExactlyAsBefore() {
        Node faulty = nodes.create(name, Map.of(WellKnown.POOL_LABEL, pool, "rack", "7"), false);
        Map<String, Object> before = essence();

        assertThat(order(CommandKind.PAUSE, null, "*").getOutcome())
                .isEqualTo(CommandOutcome.ACCEPTED);
        topics.send(events.fault(faulty, incident));
        RemediationHeld held = await(RemediationHeld.class);
        assertThat(held.getGates())
                .filteredOn(gate -> gate.getOutcome() == GateOutcome.HOLD)
                .extracting(GateAnswer::getGate)
                .containsExactly("pause");
        assertThat(held.getWhatToDo()).contains("medevac resume");
        assertThat(essence()).isEqualTo(before);

        order(CommandKind.RESUME, null, "*");
        await(NodeQuarantined.class);
        assertThat(essence()).isNotEqualTo(before);

        OperatorCommand cancel = events.command(CommandKind.CANCEL, incident, name);
        topics.send(cancel);
        topics.send(cancel);
        assertThat(acknowledged(cancel).getOutcome()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(await(NodeReleased.class).getReason())
                .isEqualTo("cancelled by ada@admin-0: test");
        assertThat(await(IncidentClosed.class).getOutcome()).isEqualTo(IncidentOutcome.CANCELLED);
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(essence()).isEqualTo(before));
        OperatorCommand again = events.command(CommandKind.CANCEL, incident, name);
        topics.send(again);
        assertThat(acknowledged(again).getOutcome()).isEqualTo(CommandOutcome.NOTHING_TO_DO);
        assertThat(topics.all(NODES, CommandAcknowledged.class))
                .filteredOn(event -> id(cancel).equals(event.getHeader().getCausedBy()))
                .as("acknowledged once")
                .hasSize(1);
    }

    @Test
    void theNodeOfAnIncidentThatFailedIsGivenBack() {
        Node faulty = nodes.create(name, Map.of(WellKnown.POOL_LABEL, pool), false);
        Map<String, Object> before = essence();
        topics.send(events.fault(faulty, incident));
        await(NodeQuarantined.class);
        topics.send(events.evacuationFailed(faulty));
        assertThat(await(IncidentClosed.class).getOutcome()).isEqualTo(IncidentOutcome.ESCALATED);

        CommandAcknowledged answer = order(CommandKind.RELEASE, null, name);

        assertThat(answer.getOutcome()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(answer.getHeader().getIncidentId()).isEqualTo(incident);
        await(NodeReleased.class);
        assertThat(essence()).isEqualTo(before);
        assertThat(order(CommandKind.RELEASE, null, name).getOutcome())
                .isEqualTo(CommandOutcome.NOTHING_TO_DO);
    }

    @Test
    void whatCannotBeDoneIsRefusedWithAReason() {
        CommandAcknowledged answer = order(CommandKind.HOLD, null, "none-" + run);

        assertThat(answer.getOutcome()).isEqualTo(CommandOutcome.REFUSED);
        assertThat(answer.getWhatToDo()).contains("kubectl get nodes");
        assertThat(order(CommandKind.APPROVE, UUID.randomUUID(), name).getOutcome())
                .isEqualTo(CommandOutcome.REFUSED);
    }

    private CommandAcknowledged order(CommandKind kind, @Nullable UUID about, String node) {
        OperatorCommand command = events.command(kind, about, node);
        topics.send(command);
        return acknowledged(command);
    }

    private CommandAcknowledged acknowledged(OperatorCommand command) {
        return topics.await(
                NODES,
                CommandAcknowledged.class,
                SOON,
                event -> id(command).equals(event.getHeader().getCausedBy()));
    }

    private <E extends SpecificRecord> E await(Class<E> type) {
        return topics.await(
                NODES,
                type,
                SOON,
                event -> incident.equals(EventTypes.headerOf(event).getIncidentId()));
    }

    private static UUID id(SpecificRecord event) {
        return EventTypes.headerOf(event).getEventId();
    }

    /** Everything of the node that a person would see. */
    private Map<String, Object> essence() {
        Node node = admin.nodes().withName(name).get();
        Map<String, Object> essence = new HashMap<>();
        essence.put("labels", node.getMetadata().getLabels());
        essence.put(
                "annotations",
                node.getMetadata().getAnnotations().keySet().stream()
                        .filter(key -> key.contains("medevac"))
                        .toList());
        essence.put("taints", taints(node));
        essence.put("unschedulable", Boolean.TRUE.equals(node.getSpec().getUnschedulable()));
        return essence;
    }

    /** Those of the controllers come and go with the cordon, a little later. */
    private static List<String> taints(Node node) {
        return node.getSpec().getTaints().stream().map(Taint::getKey).sorted().toList();
    }
}
