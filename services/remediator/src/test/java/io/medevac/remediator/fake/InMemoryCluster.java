package io.medevac.remediator.fake;

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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A cluster in memory, with resource versions, budgets and pods that take their time to end. */
public final class InMemoryCluster implements ClusterView, NodeControl, ReplacementProvider {
    private final Map<String, EditableNode> nodes = new TreeMap<>();
    private final Map<PodRef, PodOnNode> pods = new LinkedHashMap<>();
    private final Set<PodRef> guarded = new HashSet<>();

    private record PodOnNode(String node, PodView view) {}

    /** Adds a node, or puts another one in its place. */
    public synchronized void put(EditableNode node) {
        nodes.put(node.name, node.touched());
    }

    /** Changes a node as somebody else would. */
    public synchronized void edit(String node, Consumer<EditableNode> change) {
        EditableNode existing = nodes.get(node);
        change.accept(existing);
        existing.touched();
    }

    /** Deletes a node. */
    public synchronized void remove(String node) {
        nodes.remove(node);
    }

    /** Puts a pod on a node. */
    public synchronized void put(String node, PodView pod) {
        pods.put(pod.ref(), new PodOnNode(node, pod));
    }

    /** Makes a budget that lets no eviction of the pod through, or takes it away. */
    public synchronized void guard(PodRef pod, boolean on) {
        if (on) {
            guarded.add(pod);
        } else {
            guarded.remove(pod);
        }
    }

    /** Pods that are ending have ended. */
    public synchronized void endTerminating() {
        pods.values().removeIf(pod -> pod.view().terminating());
    }

    @Override
    public synchronized Optional<NodeView> node(String name) {
        return Optional.ofNullable(nodes.get(name)).map(EditableNode::view);
    }

    @Override
    public synchronized List<PodView> pods(String node) {
        return pods.values().stream()
                .filter(pod -> pod.node().equals(node))
                .map(PodOnNode::view)
                .toList();
    }

    @Override
    public synchronized List<PoolMember> pool(String pool) {
        return nodes.values().stream()
                .map(EditableNode::view)
                .filter(node -> pool.equals(node.pool()))
                .map(
                        node ->
                                new PoolMember(
                                        node.name(),
                                        node.readiness() == Readiness.READY,
                                        node.unschedulable()))
                .toList();
    }

    @Override
    public String name() {
        return "warm-spare";
    }

    @Override
    public synchronized List<NodeView> offers(String pool, @Nullable String picked) {
        return nodes.values().stream()
                .map(EditableNode::view)
                .filter(
                        node ->
                                node.name().equals(picked)
                                        || pool.equals(node.labels().get(WellKnown.SPARE_LABEL)))
                .toList();
    }

    @Override
    public synchronized Attempt run(Effect.OnNode effect) {
        return switch (effect) {
            case Effect.CordonAndTaint cordon ->
                    patch(
                            cordon,
                            cordon.node(),
                            node -> {
                                node.unschedulable = true;
                                node.taints.add(
                                        Taint.quarantine(cordon.signature().incident().toString()));
                                node.quarantine = cordon.signature();
                            });
            case Effect.RetireNode retire ->
                    patch(
                            retire,
                            retire.node(),
                            node -> {
                                node.labels.remove(WellKnown.POOL_LABEL);
                                node.labels.put(WellKnown.REPAIR_LABEL, retire.repair());
                            });
            case Effect.TaintOutOfService taint ->
                    patch(taint, taint.node(), node -> node.taints.add(Taint.outOfService()));
            case Effect.ReleaseNode release ->
                    patch(release, release.node(), node -> release(release, node));
            case Effect.EvictPod evict -> evict(evict);
            case Effect.DeletePod delete -> delete(delete);
        };
    }

    @Override
    public synchronized Attempt run(Effect.OnReplacement effect) {
        return switch (effect) {
            case Effect.ClaimSpare claim ->
                    patch(claim, claim.spare(), node -> node.claim = claim.signature());
            case Effect.UnclaimSpare unclaim ->
                    patch(unclaim, unclaim.spare(), node -> node.claim = Mark.none());
            case Effect.AdmitSpare admit ->
                    patch(
                            admit,
                            admit.spare(),
                            node -> {
                                node.labels.remove(WellKnown.SPARE_LABEL);
                                node.labels.put(WellKnown.POOL_LABEL, admit.pool());
                                node.claim = Mark.none();
                                node.unschedulable = false;
                            });
        };
    }

    private static void release(Effect.ReleaseNode release, EditableNode node) {
        node.taints.removeIf(
                taint ->
                        taint.sameAs(Taint.quarantine(release.incident().toString()))
                                || taint.sameAs(Taint.outOfService()));
        node.labels.putAll(release.node().labelsToPutBack(release.incident()));
        node.labels.remove(WellKnown.REPAIR_LABEL);
        if (node.quarantine instanceof Mark.Signed signed && signed.signedFor(release.incident())) {
            node.quarantine = Mark.none();
            boolean stays = signed.cordonedBefore() || !release.liftsCordon();
            node.unschedulable = stays && node.unschedulable;
        }
    }

    private Attempt patch(Effect effect, NodeView read, Consumer<EditableNode> change) {
        EditableNode node = nodes.get(read.name());
        if (node == null || !node.view().resourceVersion().equals(read.resourceVersion())) {
            return attempt(effect, Result.CONFLICT, "409 the object has been modified");
        }
        change.accept(node);
        node.touched();
        return attempt(effect, Result.DONE, "");
    }

    private Attempt evict(Effect.EvictPod effect) {
        PodOnNode pod = pods.get(effect.pod());
        if (pod == null || pod.view().terminating()) {
            return attempt(effect, Result.DONE, "");
        }
        if (guarded.contains(effect.pod())) {
            return attempt(effect, Result.BLOCKED, "429 the disruption budget does not allow it");
        }
        end(pod);
        return attempt(effect, Result.DONE, "");
    }

    private Attempt delete(Effect.DeletePod effect) {
        PodOnNode pod = pods.get(effect.pod());
        if (pod != null && effect.withGrace()) {
            end(pod);
        } else {
            pods.remove(effect.pod());
        }
        return attempt(effect, Result.DONE, "");
    }

    private void end(PodOnNode pod) {
        PodView view = pod.view();
        put(pod.node(), new PodView(view.ref(), view.kind(), true, view.forbidsReplacement()));
    }

    private static Attempt attempt(Effect effect, Result result, String detail) {
        return new Attempt(effect.getClass().getSimpleName(), effect.target(), result, detail);
    }

    /** Names of all nodes. */
    public synchronized List<String> names() {
        return new ArrayList<>(nodes.keySet());
    }
}
