package io.medevac.remediator.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.Ruling.Outcome;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeReleased;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.remediator.fake.EditableNode;
import io.medevac.remediator.fake.Faults;
import io.medevac.remediator.fake.InMemoryCluster;
import io.medevac.remediator.fake.InMemoryIncidentStore;
import io.medevac.remediator.port.Journal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A person's hand at every step: what follows, and that nothing is left behind. */
class ObeyCommandTest {
    private static final UUID INCIDENT = UUID.randomUUID();
    private static final String NODE = "gpu-1";
    private static final PodRef EXPORTER = new PodRef("default", "exporter", "pod-1");

    private final InMemoryIncidentStore store = new InMemoryIncidentStore();
    private final InMemoryCluster cluster = new InMemoryCluster();
    private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private RemediationPolicy policy = RemediationPolicy.DEFAULT.withMode(Mode.ENFORCE);
    private final OpenOrJoinIncident openOrJoin = new OpenOrJoinIncident(store, () -> now);
    private final RecordFact recordFact = new RecordFact(store);
    private final ObeyCommand obey = new ObeyCommand(store, cluster);
    private final ReconcileIncident reconcile =
            new ReconcileIncident(
                    store,
                    cluster,
                    this::mayCrash,
                    cluster,
                    () -> policy,
                    Journal.SILENT,
                    () -> now);
    private boolean crash;

    /** The steps an incident is brought to, and where it stands there. */
    enum Step {
        HELD_BY_DRY_RUN(StateName.HELD),
        VACATING(StateName.VACATING),
        DRAINING(StateName.DRAINING),
        HELD_WITHOUT_A_SPARE(StateName.HELD),
        VERIFYING(StateName.VERIFYING),
        RECOVERED(StateName.RECOVERED),
        ESCALATED(StateName.ESCALATED);

        private final StateName state;

        Step(StateName state) {
            this.state = state;
        }
    }

    @BeforeEach
    void threeNodesAndASpare() {
        for (int i = 0; i < 3; i++) {
            cluster.put(
                    new EditableNode("gpu-" + i)
                            .label(WellKnown.POOL_LABEL, "training")
                            .label("rack", "7"));
        }
        spare();
        cluster.put(NODE, new PodView(EXPORTER, PodKind.EVICTABLE, false, false));
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void aReleaseLeavesTheNodeExactlyAsItWasAtEveryStep(Step step) {
        Map<String, Object> before = essence(NODE);
        bringTo(step);

        order(new Command.ReleaseNode(UUID.randomUUID(), by(), NODE));

        assertThat(essence(NODE)).isEqualTo(before);
        assertThat(incident().active()).isFalse();
        assertThat(store.told().stream().filter(NodeReleased.class::isInstance))
                .hasSize(step == Step.HELD_BY_DRY_RUN ? 0 : 1);
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void aCancelEndsTheIncidentAtEveryStepAndUndoesNoSwap(Step step) {
        Map<String, Object> before = essence(NODE);
        bringTo(step);
        Map<String, Object> during = essence(NODE);
        StateName was = incident().state().name();

        order(new Command.Cancel(UUID.randomUUID(), by(), INCIDENT));

        assertThat(incident().state().name()).isEqualTo(was.terminal() ? was : StateName.CANCELLED);
        boolean stays = was.terminal() || step == Step.VERIFYING;
        assertThat(essence(NODE)).isEqualTo(stays ? during : before);
        assertThat(
                        cluster.node("gpu-8")
                                .map(node -> node.claim().signedFor(INCIDENT))
                                .orElse(false))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"VACATING", "DRAINING", "HELD_WITHOUT_A_SPARE"})
    void aManualUncordonAtEveryStepLeavesNothingBehind(Step step) {
        Map<String, Object> before = essence(NODE);
        bringTo(step);

        cluster.edit(NODE, node -> node.unschedulable = false);
        run();

        assertThat(essence(NODE)).isEqualTo(before);
        assertThat(incident().state().name()).isEqualTo(StateName.CANCELLED);
        assertThat(store.told()).hasAtLeastOneElementOfType(NodeReleased.class);
    }

    @Test
    void aNodeThatAPersonHadCordonedStaysCordoned() {
        bringTo(Step.VACATING);
        cluster.edit(
                NODE,
                node ->
                        node.quarantine =
                                new Mark.Signed(
                                        INCIDENT,
                                        now,
                                        true,
                                        Map.of(WellKnown.POOL_LABEL, "training")));

        order(new Command.ReleaseNode(UUID.randomUUID(), by(), NODE));

        assertThat(cluster.node(NODE).map(NodeView::unschedulable)).contains(true);
        assertThat(cluster.node(NODE).orElseThrow().markedFor()).isNull();
    }

    @Test
    void neitherPauseNorBreakerNorHoldStopARelease() {
        Map<String, Object> before = essence(NODE);
        bringTo(Step.DRAINING);
        order(new Command.Pause(UUID.randomUUID(), by()));
        order(new Command.HoldNode(UUID.randomUUID(), by(), NODE));
        for (String other : List.of("gpu-0", "gpu-2")) {
            cluster.edit(other, node -> node.unschedulable = true);
        }

        order(new Command.ReleaseNode(UUID.randomUUID(), by(), NODE));

        assertThat(essence(NODE)).isEqualTo(before);
        assertThat(incident().state().name()).isEqualTo(StateName.CANCELLED);
    }

    @Test
    void aPausedClusterTakesNoNodeOutUntilItIsResumed() {
        order(new Command.Pause(UUID.randomUUID(), by()));
        fault();
        run();
        assertThat(state()).isEqualTo(StateName.HELD);
        assertThat(cluster.node(NODE).map(NodeView::unschedulable)).contains(false);
        store.takeDue();

        order(new Command.Resume(UUID.randomUUID(), by()));

        assertThat(state()).isEqualTo(StateName.VACATING);
    }

    @Test
    void anApprovalLetsOneIncidentThroughTheDryRun() {
        bringTo(Step.HELD_BY_DRY_RUN);

        order(new Command.Approve(UUID.randomUUID(), by(), INCIDENT));

        assertThat(state()).isEqualTo(StateName.VACATING);
    }

    @Test
    void aRepeatedCommandIsAcknowledgedOnce() {
        bringTo(Step.VACATING);
        Command cancel = new Command.Cancel(UUID.randomUUID(), by(), INCIDENT);

        order(cancel);
        order(cancel);
        order(new Command.Cancel(UUID.randomUUID(), by(), INCIDENT));

        assertThat(store.rulings())
                .extracting(ruling -> ruling.outcome())
                .containsExactly(Outcome.ACCEPTED, Outcome.NOTHING_TO_DO);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCrashBeforeOrAfterTheMarksAreTakenOffIsFinishedByTheNextLook(boolean after) {
        Map<String, Object> before = essence(NODE);
        bringTo(Step.ESCALATED);
        crash = true;
        assertThatThrownBy(() -> order(new Command.ReleaseNode(UUID.randomUUID(), by(), NODE)))
                .hasMessage("crash");
        crash = false;
        if (after) {
            cluster.run(new Effect.ReleaseNode(cluster.node(NODE).orElseThrow(), INCIDENT, true));
        }

        run();

        assertThat(essence(NODE)).isEqualTo(before);
        assertThat(incident().active()).isFalse();
        assertThat(store.told()).hasAtLeastOneElementOfType(NodeReleased.class);
    }

    /** Dies before it does what takes marks off. */
    private Attempt mayCrash(Effect.OnNode effect) {
        if (crash && effect instanceof Effect.ReleaseNode) {
            throw new IllegalStateException("crash");
        }
        return cluster.run(effect);
    }

    private void bringTo(Step step) {
        if (step == Step.HELD_BY_DRY_RUN) {
            policy = RemediationPolicy.DEFAULT;
        }
        if (step == Step.HELD_WITHOUT_A_SPARE) {
            cluster.remove("gpu-8");
        }
        fault();
        run();
        if (step == Step.ESCALATED) {
            fact(
                    new Fact.EvacuationFailed(
                            UUID.randomUUID(), new Evacuation.Failure("a job stays", "scancel")));
        } else if (step.compareTo(Step.VACATING) > 0) {
            fact(new Fact.NodeVacated(UUID.randomUUID(), NODE, List.of(), List.of()));
        }
        run();
        if (step.compareTo(Step.DRAINING) > 0) {
            cluster.endTerminating();
            run();
        }
        if (step == Step.RECOVERED) {
            fact(new Fact.SlurmNodeJoined(UUID.randomUUID(), "gpu-8"));
            run();
        }
        assertThat(state()).isEqualTo(step.state);
    }

    private void order(Command command) {
        obey.on(command);
        run();
    }

    private static Order by() {
        return new Order("ada@admin-0", "looking at it", Instant.parse("2026-01-01T00:00:00Z"));
    }

    private void run() {
        reconcile.run(INCIDENT);
    }

    private void spare() {
        cluster.put(new EditableNode("gpu-8").label(WellKnown.SPARE_LABEL, "training").cordoned());
    }

    private void fault() {
        openOrJoin.on(Faults.gpuLost(INCIDENT, NODE, now));
    }

    private void fact(Fact fact) {
        recordFact.on(INCIDENT, NODE, fact);
    }

    private Incident incident() {
        return store.find(INCIDENT).orElseThrow();
    }

    private StateName state() {
        return incident().state().name();
    }

    /** Everything of the node that anybody can write to. */
    private Map<String, Object> essence(String name) {
        NodeView node = cluster.node(name).orElseThrow();
        Map<String, Object> essence = new HashMap<>();
        essence.put("labels", node.labels());
        essence.put("annotations", node.annotations());
        essence.put("taints", node.taints());
        essence.put("unschedulable", node.unschedulable());
        essence.put("quarantine", node.quarantine());
        essence.put("claim", node.claim());
        return essence;
    }
}
