package io.medevac.remediator.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Attempt.Result;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.NodeControl;
import io.medevac.remediator.port.ReplacementProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What every cluster does: seen through its view, changed through its control and provider. */
public abstract class ClusterContract {
    protected final String run = UUID.randomUUID().toString().substring(0, 8);
    protected final String pool = "pool-" + run;
    private final UUID incident = UUID.randomUUID();

    protected abstract ClusterView view();

    protected abstract NodeControl control();

    protected abstract ReplacementProvider provider();

    /** Makes a ready node with eight GPUs. */
    protected abstract void node(String name, Map<String, String> labels, boolean cordoned);

    /** Changes a label as somebody else would. */
    protected abstract void label(String node, String key, String value);

    /** Uncordons as somebody else would. */
    protected abstract void uncordon(String node);

    /** Deletes a node. */
    protected abstract void delete(String node);

    /** Puts a pod on the node. */
    protected abstract PodRef pod(String name, String node);

    /** The node's kubelet has ended the pods that were ending. */
    protected abstract void endTerminating(PodRef pod);

    /** Makes a budget that lets the pod not go, or takes it away. */
    protected abstract void guard(PodRef pod, boolean on);

    @Test
    void aNodeThatIsNotThereIsEmptyAndNoError() {
        assertThat(view().node("none-" + run)).isEmpty();
        assertThat(view().pods("none-" + run)).isEmpty();
        assertThat(view().pool("none-" + run)).isEmpty();
    }

    @Test
    void aNodeIsSeenAsItIs() {
        String name = serving("a");

        NodeView node = view().node(name).orElseThrow();

        assertThat(node.machine().known()).isTrue();
        assertThat(node.pool()).isEqualTo(pool);
        assertThat(node.unschedulable()).isFalse();
        assertThat(node.readiness()).isEqualTo(Readiness.READY);
        assertThat(node.gpuCapacity()).isEqualTo(8);
        assertThat(node.gpuAllocatable()).isEqualTo(8);
        assertThat(node.quarantine()).isEqualTo(Mark.none());
        awaitPool(List.of(new PoolMember(name, true, false)));
    }

    @Test
    void quarantineIsOnePatchOfTheVersionThatWasRead() {
        String name = serving("b");
        NodeView read = view().node(name).orElseThrow();

        assertDone(control().run(new Effect.CordonAndTaint(read, signature())));

        NodeView now = view().node(name).orElseThrow();
        assertThat(now.quarantinedFor(incident)).isTrue();
        assertThat(now.quarantine()).isEqualTo(signature());
        assertThat(now.labels()).isEqualTo(read.labels());
        awaitPool(List.of(new PoolMember(name, true, true)));
    }

    @Test
    void aPatchOfAnOldVersionIsRefusedAndChangesNothing() {
        String name = serving("c");
        NodeView read = view().node(name).orElseThrow();
        label(name, "touched", "yes");

        Attempt attempt = control().run(new Effect.CordonAndTaint(read, signature()));

        assertThat(attempt.result()).isEqualTo(Result.CONFLICT);
        assertThat(view().node(name).orElseThrow().unschedulable()).isFalse();
    }

    @Test
    void aPatchOfANodeThatIsGoneIsAConflict() {
        String name = serving("d");
        NodeView read = view().node(name).orElseThrow();
        delete(name);

        assertThat(control().run(new Effect.CordonAndTaint(read, signature())).result())
                .isEqualTo(Result.CONFLICT);
    }

    @Test
    void aRetiredNodeLeavesItsPoolAndStaysInQuarantine() {
        String name = serving("e");
        quarantine(name);

        settle(() -> control().run(new Effect.RetireNode(read(name), "replace_node")));

        NodeView now = view().node(name).orElseThrow();
        assertThat(now.pool()).isNull();
        assertThat(now.labels()).containsEntry(WellKnown.REPAIR_LABEL, "replace_node");
        assertThat(now.quarantinedFor(incident)).isTrue();
        awaitPool(List.of());
    }

    @Test
    void releaseLeavesNoTrace() {
        String name = serving("f");
        NodeView before = view().node(name).orElseThrow();
        quarantine(name);
        settle(() -> control().run(new Effect.RetireNode(read(name), "replace_node")));
        settle(() -> control().run(new Effect.TaintOutOfService(read(name))));

        settle(() -> control().run(new Effect.ReleaseNode(read(name), incident, true)));

        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(essence(name)).isEqualTo(essence(before)));
    }

    @Test
    void aReleasePutsBackNoLabelThatSomebodyElseHasChanged() {
        String name = serving("r");
        quarantine(name);
        label(name, WellKnown.POOL_LABEL, "other");

        settle(() -> control().run(new Effect.ReleaseNode(read(name), incident, true)));

        assertThat(read(name).pool()).isEqualTo("other");
    }

    @Test
    void releaseLeavesAnotherIncidentsMarksAlone() {
        String name = serving("g");
        quarantine(name);

        settle(() -> control().run(new Effect.ReleaseNode(read(name), UUID.randomUUID(), true)));

        assertThat(view().node(name).orElseThrow().quarantinedFor(incident)).isTrue();
    }

    @Test
    void afterAManualUncordonOnlyWhatIsOursIsTakenOff() {
        String name = serving("h");
        quarantine(name);
        uncordon(name);

        settle(() -> control().run(new Effect.ReleaseNode(read(name), incident, true)));

        NodeView now = view().node(name).orElseThrow();
        assertThat(now.carriesMarksOf(incident)).isFalse();
        assertThat(now.unschedulable()).isFalse();
        assertThat(now.pool()).isEqualTo(pool);
    }

    @Test
    void aCordonThatIsSomebodyElsesStaysWhenOurMarksAreTakenOff() {
        String name = serving("q");
        quarantine(name);

        settle(() -> control().run(new Effect.ReleaseNode(read(name), incident, false)));

        NodeView now = view().node(name).orElseThrow();
        assertThat(now.carriesMarksOf(incident)).isFalse();
        assertThat(now.unschedulable()).isTrue();
    }

    @Test
    void theOutOfServiceTaintIsAddedToTheOthers() {
        String name = serving("i");
        quarantine(name);

        settle(() -> control().run(new Effect.TaintOutOfService(read(name))));

        NodeView now = view().node(name).orElseThrow();
        assertThat(now.has(Taint.outOfService())).isTrue();
        assertThat(now.quarantinedFor(incident)).isTrue();
    }

    @Test
    void anEvictedPodEndsAndIsGone() {
        String name = serving("j");
        PodRef pod = pod("p", name);
        assertThat(view().pods(name)).extracting(PodView::mustLeave).containsExactly(true);

        assertDone(control().run(new Effect.EvictPod(pod)));

        assertThat(view().pods(name)).extracting(PodView::terminating).containsExactly(true);
        assertDone(control().run(new Effect.EvictPod(pod)));
        endTerminating(pod);
        assertThat(view().pods(name)).isEmpty();
        assertDone(control().run(new Effect.EvictPod(pod)));
    }

    @Test
    void aBudgetBlocksAnEvictionUntilItIsGone() {
        String name = serving("k");
        PodRef pod = pod("p", name);
        guard(pod, true);

        Attempt refused = control().run(new Effect.EvictPod(pod));
        assertThat(refused.result()).isEqualTo(Result.BLOCKED);
        assertThat(refused.detail()).contains("disruption budget");
        assertThat(view().pods(name)).extracting(PodView::terminating).containsExactly(false);

        guard(pod, false);
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(
                        () -> control().run(new Effect.EvictPod(pod)).result(),
                        result -> result == Result.DONE);
    }

    @Test
    void aPodOfTheSameNameButAnotherLifeIsNotEvictedNorDeleted() {
        String name = serving("l");
        PodRef pod = pod("p", name);
        PodRef before = new PodRef(pod.namespace(), pod.name(), UUID.randomUUID().toString());

        assertDone(control().run(new Effect.EvictPod(before)));
        assertDone(control().run(new Effect.DeletePod(before, false)));

        assertThat(view().pods(name))
                .extracting(PodView::ref, PodView::terminating)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(pod, false));
    }

    @Test
    void deletionPastTheBudgetKeepsTheGrace() {
        String name = serving("m");
        PodRef pod = pod("p", name);
        guard(pod, true);

        assertDone(control().run(new Effect.DeletePod(pod, true)));
        assertThat(view().pods(name)).extracting(PodView::terminating).containsExactly(true);

        assertDone(control().run(new Effect.DeletePod(pod, false)));
        assertThat(view().pods(name)).isEmpty();
    }

    @Test
    void aSpareIsClaimedByOneOnly() {
        String name = spare("n");
        awaitOffer(name);
        NodeView[] read = new NodeView[1];
        settle(
                () -> {
                    read[0] = picked(name);
                    return provider().run(new Effect.ClaimSpare(read[0], signature()));
                });

        Attempt second =
                provider()
                        .run(
                                new Effect.ClaimSpare(
                                        read[0],
                                        new Mark.Signed(UUID.randomUUID(), now(), true, Map.of())));

        assertThat(second.result()).isEqualTo(Result.CONFLICT);
        assertThat(picked(name).claim().signedFor(incident)).isTrue();
    }

    @Test
    void anAdmittedSpareServesAndCarriesNoMark() {
        String name = spare("o");
        awaitOffer(name);
        settle(() -> provider().run(new Effect.ClaimSpare(picked(name), signature())));

        settle(() -> provider().run(new Effect.AdmitSpare(picked(name), pool)));

        NodeView now = picked(name);
        assertThat(now.pool()).isEqualTo(pool);
        assertThat(now.labels()).doesNotContainKey(WellKnown.SPARE_LABEL);
        assertThat(now.unschedulable()).isFalse();
        assertThat(now.claim()).isEqualTo(Mark.none());
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> provider().offers(pool, null), List::isEmpty);
    }

    @Test
    void aSpareThatIsGivenBackIsAsBefore() {
        String name = spare("p");
        NodeView before = awaitOffer(name);
        settle(() -> provider().run(new Effect.ClaimSpare(picked(name), signature())));

        settle(() -> provider().run(new Effect.UnclaimSpare(picked(name))));

        assertThat(essence(picked(name))).isEqualTo(essence(before));
    }

    private String serving(String name) {
        String full = name + "-" + run;
        node(full, Map.of(WellKnown.POOL_LABEL, pool, "site", "x"), false);
        return full;
    }

    private String spare(String name) {
        String full = name + "-" + run;
        node(full, Map.of(WellKnown.SPARE_LABEL, pool), true);
        return full;
    }

    private void quarantine(String name) {
        settle(() -> control().run(new Effect.CordonAndTaint(read(name), signature())));
    }

    /** The controllers write to the node too; who is told of a conflict reads again. */
    private static void settle(Supplier<Attempt> read) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertDone(read.get()));
    }

    private NodeView read(String name) {
        return view().node(name).orElseThrow();
    }

    private NodeView awaitOffer(String name) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(
                        () ->
                                provider().offers(pool, null).stream()
                                        .filter(each -> each.name().equals(name))
                                        .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    private NodeView picked(String name) {
        return provider().offers(pool, name).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void awaitPool(List<PoolMember> members) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(view().pool(pool)).isEqualTo(members));
    }

    private Mark.Signed signature() {
        return new Mark.Signed(incident, now(), false, Map.of(WellKnown.POOL_LABEL, pool));
    }

    private static Instant now() {
        return Instant.parse("2026-01-01T00:00:00.123456Z");
    }

    private Map<String, Object> essence(String name) {
        return essence(view().node(name).orElseThrow());
    }

    private static Map<String, Object> essence(NodeView node) {
        Map<String, Object> essence = new HashMap<>();
        essence.put("labels", node.labels());
        essence.put("annotations", node.annotations());
        essence.put("taints", node.taints().stream().map(Taint::key).sorted().toList());
        essence.put("unschedulable", node.unschedulable());
        return essence;
    }

    private static void assertDone(Attempt attempt) {
        assertThat(attempt).returns(Result.DONE, Attempt::result);
    }
}
