package io.medevac.simulation;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.incident.IncidentState.Quarantining;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.remediator.fake.InMemoryCluster;
import io.medevac.remediator.fake.InMemoryIncidentStore;
import io.medevac.slurmbridge.fake.InMemorySlurm;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The rules that never bend, looked at from outside: before each act and after each step. */
final class Rules {
    private final InMemoryCluster cluster;
    private final InMemorySlurm slurm;
    private final InMemoryIncidentStore incidents;
    private final PoolPolicy policy;
    private int largestPool;
    private final Set<String> cordonedByPeople = new HashSet<>();
    private final Map<String, String> drainedByPeople = new HashMap<>();
    private final Set<String> freedByPeople = new HashSet<>();
    private final Set<UUID> atWork = new HashSet<>();
    private boolean paused;

    Rules(
            InMemoryCluster cluster,
            InMemorySlurm slurm,
            InMemoryIncidentStore incidents,
            PoolPolicy policy) {
        this.cluster = cluster;
        this.slurm = slurm;
        this.incidents = incidents;
        this.policy = policy;
    }

    /** A person cordoned it, and nobody else may lift that. */
    void cordonedByHand(String node) {
        cordonedByPeople.add(node);
    }

    /** A person drained it in Slurm, and nobody else may change that. */
    void drainedByHand(String node, String reason) {
        drainedByPeople.put(node, reason);
    }

    /** A person took whatever drain stood there away. */
    void resumedByHand(String node) {
        drainedByPeople.remove(node);
        freedByPeople.add(node);
    }

    /** A person lifted what stood there: what runs on it now is that person's doing. */
    void freedByHand(String node) {
        cordonedByPeople.remove(node);
        freedByPeople.add(node);
    }

    /** The node is gone, or another one of its name is there. */
    void forgotten(String node) {
        cordonedByPeople.remove(node);
        freedByPeople.add(node);
    }

    /** A person orders something: what is given back is used again. */
    void ordered(Command command) {
        switch (command) {
            case Command.ReleaseNode release -> freedByPeople.add(release.node());
            case Command.Cancel cancel ->
                    incidents
                            .find(cancel.incident())
                            .ifPresent(incident -> freedByPeople.add(incident.node()));
            default -> {}
        }
    }

    void before(Effect.OnNode effect) {
        switch (effect) {
            case Effect.CordonAndTaint cordon -> beforeCordon(cordon);
            case Effect.EvictPod evict -> beforePodLeaves(evict.pod());
            case Effect.DeletePod delete -> beforePodLeaves(delete.pod());
            case Effect.RetireNode retire -> beforeRetire(retire.node());
            case Effect.ReleaseNode release -> {}
            case Effect.TaintOutOfService taint ->
                    throw new Broken("a silent node was called off, which no policy allows here");
        }
    }

    private void beforeCordon(Effect.CordonAndTaint cordon) {
        Incident incident = incidents.find(cordon.signature().incident()).orElseThrow();
        boolean heldWhileQuarantining =
                incident.state() instanceof Held held && held.interrupted() instanceof Quarantining;
        boolean decided = heldWhileQuarantining || incident.closed() || incident.state().inFlight();
        Broken.unless(decided, "cordon before the gates: %s", incident);
        Broken.unless(
                incident.fault().action().takesNodeOut(),
                "cordon for a fault that takes no node out: %s",
                incident.fault());
        Machine machine = cordon.node().machine();
        Broken.unless(
                machine.equals(incident.machine()),
                "cordon of another machine: %s for %s",
                machine,
                incident);
    }

    private void beforePodLeaves(PodRef pod) {
        for (String name : cluster.names()) {
            Optional<PodView> there =
                    cluster.pods(name).stream().filter(each -> each.ref().equals(pod)).findFirst();
            if (there.isPresent()) {
                Broken.unless(there.get().mustLeave(), "a pod that stays was evicted: %s", there);
                beforeRetireName(name);
            }
        }
    }

    private void beforeRetire(NodeView node) {
        beforeRetireName(node.name());
    }

    /** Jobs leave before pods do. */
    private void beforeRetireName(String node) {
        if (freedByPeople.contains(node)) {
            return;
        }
        List<SlurmJob> left = slurm.everything().stream().filter(job -> job.on(node)).toList();
        Broken.unless(left.isEmpty(), "pods leave %s before its jobs: %s", node, left);
    }

    void beforeDrain(String node) {
        Optional<NodeView> seen = cluster.node(node);
        Broken.unless(
                seen.isEmpty()
                        || freedByPeople.contains(node)
                        || seen.get().taints().stream()
                                .anyMatch(taint -> taint.key().equals(WellKnown.QUARANTINE_TAINT)),
                "Slurm drain of a node that is not in quarantine: %s",
                node);
    }

    void beforeRequeue(SlurmJob job) {
        boolean closed =
                slurm.nodes().stream()
                        .filter(node -> job.on(node.name()))
                        .anyMatch(node -> node.closed() || freedByPeople.contains(node.name()));
        SlurmJob now =
                slurm.everything().stream()
                        .filter(each -> each.id() == job.id())
                        .findFirst()
                        .orElseThrow();
        Broken.unless(
                closed || !now.run().equals(job.run()) || !now.active(),
                "requeue before the drain stands: %s",
                job);
    }

    /** After each step. */
    void check() {
        checkPause();
        long inFlight = incidents.all().stream().filter(each -> each.state().inFlight()).count();
        largestPool = Math.max(largestPool, cluster.pool(World.POOL).size());
        int budget = policy.budget(largestPool);
        Broken.unless(inFlight <= budget, "%d repairs at once, %d allowed", inFlight, budget);
        for (String node : cordonedByPeople) {
            Broken.unless(
                    cluster.node(node).map(NodeView::unschedulable).orElse(true),
                    "a person's cordon of %s was lifted",
                    node);
        }
        for (SlurmNode node : slurm.nodes()) {
            String reason = drainedByPeople.get(node.name());
            Broken.unless(
                    reason == null || reason.equals(node.reason().text()),
                    "a person's drain of %s was changed: %s",
                    node.name(),
                    node);
        }
        Set<String> requeued = new HashSet<>(slurm.requeues());
        Broken.unless(
                requeued.size() == slurm.requeues().size(),
                "a run was requeued twice: %s",
                slurm.requeues());
    }

    /** While a pause stands nothing new is begun. */
    private void checkPause() {
        boolean pausedNow = incidents.orders().pause() != null;
        Set<UUID> now =
                incidents.all().stream()
                        .filter(each -> each.state().inFlight())
                        .filter(each -> each.state().name() != StateName.RELEASING)
                        .map(Incident::id)
                        .collect(Collectors.toSet());
        Broken.unless(
                !(paused && pausedNow) || atWork.containsAll(now),
                "begun while paused: %s, before %s",
                now,
                atWork);
        paused = pausedNow;
        atWork.clear();
        atWork.addAll(now);
    }

    /** When nothing moves any more. */
    void checkEnd() {
        for (Incident incident : incidents.all()) {
            Broken.unless(
                    incident.closed() || incident.state() instanceof Held,
                    "neither over nor held for a reason: %s",
                    incident);
            for (String name : cluster.names()) {
                checkLeft(incident, cluster.node(name).orElseThrow());
            }
            checkDrainLeft(incident);
        }
    }

    /** Whether nothing of it may be left: it is over, and not because another node serves. */
    private static boolean undone(Incident incident) {
        return switch (incident.state().name()) {
            case NOT_NEEDED -> true;
            case CANCELLED -> incident.phases().getLast().name() != StateName.VERIFYING;
            default -> false;
        };
    }

    private void checkDrainLeft(Incident incident) {
        for (SlurmNode node : slurm.nodes()) {
            Broken.unless(
                    !undone(incident)
                            || !node.closed()
                            || !incident.id().equals(node.reason().incident()),
                    "a drain of an incident that was undone: %s on %s",
                    incident,
                    node);
        }
    }

    private static void checkLeft(Incident incident, NodeView node) {
        boolean over = undone(incident);
        Broken.unless(
                !over || !node.carriesMarksOf(incident.id()),
                "marks of an incident that is over: %s on %s",
                incident,
                node);
        Broken.unless(
                !incident.closed() || !node.claim().signedFor(incident.id()),
                "a claim of an incident that is over: %s on %s",
                incident,
                node);
    }
}
