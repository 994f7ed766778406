package io.medevac.remediator.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.remediator.fake.EditableNode;
import io.medevac.remediator.fake.Faults;
import io.medevac.remediator.fake.InMemoryCluster;
import io.medevac.remediator.fake.InMemoryIncidentStore;
import io.medevac.remediator.port.Journal;
import io.medevac.remediator.port.NodeControl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReconcileIncidentTest {
    private static final UUID INCIDENT = UUID.randomUUID();
    private static final PodRef EXPORTER = new PodRef("default", "exporter", "pod-1");
    private static final PodRef SLURMD = new PodRef("slurm", "slurmd", "pod-2");

    private final InMemoryIncidentStore store = new InMemoryIncidentStore();
    private final InMemoryCluster cluster = new InMemoryCluster();
    private RemediationPolicy policy = RemediationPolicy.DEFAULT.withMode(Mode.ENFORCE);
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int crashAfter = Integer.MAX_VALUE;
    private final OpenOrJoinIncident openOrJoin = new OpenOrJoinIncident(store, () -> now);
    private final RecordFact recordFact = new RecordFact(store);
    private final ReconcileIncident reconcile =
            new ReconcileIncident(
                    store,
                    cluster,
                    crashing(cluster),
                    cluster,
                    () -> policy,
                    Journal.SILENT,
                    () -> now);

    @BeforeEach
    void threeNodesAndASpare() {
        for (int i = 0; i < 3; i++) {
            cluster.put(new EditableNode("gpu-" + i).label(WellKnown.POOL_LABEL, "training"));
        }
        cluster.put(new EditableNode("gpu-8").label(WellKnown.SPARE_LABEL, "training").cordoned());
        cluster.put("gpu-1", new PodView(EXPORTER, PodKind.EVICTABLE, false, false));
        cluster.put("gpu-1", new PodView(SLURMD, PodKind.SLURMD, false, false));
    }

    @Test
    void anIncidentGoesFromTheFaultToItsEnd() {
        fault();
        run();
        assertThat(state()).isEqualTo(StateName.VACATING);
        assertThat(node("gpu-1").unschedulable).isTrue();

        fact(new Fact.JobRequeued(UUID.randomUUID(), 12));
        fact(new Fact.NodeVacated(UUID.randomUUID(), "gpu-1", List.of(12L), List.of()));
        run();
        assertThat(state()).isEqualTo(StateName.DRAINING);
        cluster.endTerminating();
        run();
        assertThat(state()).isEqualTo(StateName.VERIFYING);
        assertThat(cluster.pool("training"))
                .extracting(member -> member.name())
                .containsExactly("gpu-0", "gpu-2", "gpu-8");

        fact(new Fact.SlurmNodeJoined(UUID.randomUUID(), "gpu-8"));
        fact(new Fact.JobResumed(UUID.randomUUID(), 12));
        assertThat(reconcile.run(INCIDENT)).isEmpty();

        assertThat(state()).isEqualTo(StateName.RECOVERED);
        assertThat(told())
                .containsExactly(
                        "NodeQuarantined", "NodeDrained", "NodeReplaced", "IncidentClosed");
        assertThat(cluster.pods("gpu-1"))
                .extracting(PodView::ref)
                .as("slurmd is never evicted")
                .containsExactly(SLURMD);
    }

    @Test
    void repeatedLateAndForeignEventsChangeNothing() {
        Fact vacated = new Fact.NodeVacated(UUID.randomUUID(), "gpu-1", List.of(), List.of());
        fault();
        fact(vacated);
        run();

        assertThat(state()).as("heard before the quarantine").isEqualTo(StateName.VACATING);
        recordFact.on(INCIDENT, "gpu-2", again(vacated));
        recordFact.on(UUID.randomUUID(), "gpu-1", again(vacated));
        fact(vacated);
        run();
        assertThat(state()).isEqualTo(StateName.VACATING);
    }

    @Test
    void nothingIsDoneInADryRun() {
        policy = RemediationPolicy.DEFAULT;
        fault();

        Instant again = reconcile.run(INCIDENT).orElseThrow();

        assertThat(again).isEqualTo(now.plusSeconds(30));
        assertThat(state()).isEqualTo(StateName.HELD);
        assertThat(node("gpu-1").unschedulable).isFalse();
        run();
        assertThat(told()).containsExactly("RemediationHeld");
    }

    @Test
    void aFaultOfAnEarlierBootActsOnNothing() {
        cluster.edit("gpu-1", node -> node.machine = new Machine("uid-gpu-1", "boot-later"));
        fault();
        run();

        assertThat(state()).isEqualTo(StateName.NOT_NEEDED);
        assertThat(node("gpu-1").unschedulable).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aCrashAfterAnyEffectOnlyMakesForOneMoreLook(int effects) {
        crashAfter = effects;
        fault();
        assertThatThrownBy(this::finish).hasMessage("crash");

        finish();

        assertThat(state()).isEqualTo(StateName.RECOVERED);
        assertThat(told())
                .containsExactly(
                        "NodeQuarantined", "NodeDrained", "NodeReplaced", "IncidentClosed");
        assertThat(cluster.pool("training"))
                .extracting(member -> member.name())
                .containsExactly("gpu-0", "gpu-2", "gpu-8");
    }

    @Test
    void withoutASpareItWaitsAndGoesOnByItself() {
        cluster.remove("gpu-8");
        fault();
        run();
        fact(new Fact.NodeVacated(UUID.randomUUID(), "", List.of(), List.of()));
        run();
        cluster.endTerminating();
        run();
        assertThat(state()).isEqualTo(StateName.HELD);
        assertThat(told().getLast()).isEqualTo("RemediationHeld");

        cluster.put(new EditableNode("gpu-9").label(WellKnown.SPARE_LABEL, "training").cordoned());
        run();

        assertThat(state()).isEqualTo(StateName.RECOVERED);
    }

    @Test
    void aBlockedEvictionWaitsAndIsTriedAgain() {
        cluster.guard(EXPORTER, true);
        fault();
        run();
        fact(new Fact.NodeVacated(UUID.randomUUID(), "", List.of(), List.of()));
        Instant again = reconcile.run(INCIDENT).orElseThrow();
        assertThat(again).isEqualTo(now.plusSeconds(5));

        now = now.plus(Duration.ofMinutes(11));
        run();
        assertThat(state()).isEqualTo(StateName.HELD);
        cluster.guard(EXPORTER, false);
        run();
        cluster.endTerminating();
        run();

        assertThat(state()).isEqualTo(StateName.RECOVERED);
    }

    @Test
    void aPersonWhoUncordonsIsRespectedAndNothingIsLeftBehind() {
        fault();
        run();
        cluster.edit("gpu-1", node -> node.unschedulable = false);
        run();

        assertThat(state()).isEqualTo(StateName.CANCELLED);
        assertThat(node("gpu-1").taints).isEmpty();
        assertThat(node("gpu-1").labels).containsEntry(WellKnown.POOL_LABEL, "training");
        assertThat(cluster.node("gpu-1").orElseThrow().carriesMarksOf(INCIDENT)).isFalse();
    }

    @Test
    void aNodeThatFailsAgainRightAfterItCameBackCoolsDownFirst() {
        aPersonWhoUncordonsIsRespectedAndNothingIsLeftBehind();
        store.takeDue();

        fault();
        UUID again = store.takeDue().iterator().next();
        reconcile.run(again);
        assertThat(state(again)).isEqualTo(StateName.HELD);
        assertThat(node("gpu-1").unschedulable).isFalse();

        now = now.plus(Duration.ofMinutes(10));
        reconcile.run(again);
        assertThat(state(again)).isEqualTo(StateName.VACATING);
    }

    private void finish() {
        run();
        fact(new Fact.NodeVacated(UUID.randomUUID(), "", List.of(), List.of()));
        run();
        cluster.endTerminating();
        run();
    }

    /** Does what it is told and then dies, once, before anybody hears how it went. */
    private NodeControl crashing(NodeControl real) {
        return effect -> {
            Attempt attempt = real.run(effect);
            if (crashAfter-- == 0) {
                throw new IllegalStateException("crash");
            }
            return attempt;
        };
    }

    private void run() {
        reconcile.run(INCIDENT);
    }

    @Test
    void aFaultThatComesWhenItsIncidentHasJustBeenClosedIsJudgedAnew() {
        fault();
        cluster.remove("gpu-1");
        run();
        assertThat(store.find(INCIDENT)).get().matches(Incident::closed);
        store.takeDue();
        cluster.put(new EditableNode("gpu-1").label(WellKnown.POOL_LABEL, "training"));

        fault();

        Set<UUID> due = store.takeDue();
        assertThat(due).hasSize(1).doesNotContain(INCIDENT);
        UUID again = due.iterator().next();
        reconcile.run(again);
        assertThat(store.find(again))
                .get()
                .extracting(each -> each.state().name())
                .isEqualTo(StateName.VACATING);
    }

    private void fault() {
        openOrJoin.on(Faults.gpuLost(INCIDENT, "gpu-1", now));
    }

    private void fact(Fact fact) {
        recordFact.on(INCIDENT, "gpu-1", fact);
    }

    private static Fact again(Fact vacated) {
        return new Fact.NodeVacated(
                UUID.randomUUID(), "gpu-1", ((Fact.NodeVacated) vacated).requeued(), List.of());
    }

    private StateName state() {
        return state(INCIDENT);
    }

    private StateName state(UUID incident) {
        return store.find(incident).map(Incident::state).orElseThrow().name();
    }

    private List<String> told() {
        return store.told().stream()
                .map(RemediationEvent::getClass)
                .map(Class::getSimpleName)
                .toList();
    }

    private EditableNode node(String name) {
        EditableNode[] found = new EditableNode[1];
        cluster.edit(name, node -> found[0] = node);
        return found[0];
    }
}
