package io.medevac.domain.remediation;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Observation;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.OpenIncident.Wait;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.incident.Replacement;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.domain.remediation.step.Remediation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Incidents, nodes and pods to decide about. */
public final class Samples {
    public static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    public static final UUID INCIDENT = new UUID(1, 1);
    public static final UUID EVENT = new UUID(2, 1);
    public static final Machine MACHINE = new Machine("uid-gpu-1", "boot-gpu-1");
    public static final RemediationPolicy ENFORCE =
            new RemediationPolicy(PoolPolicy.DEFAULT.withMode(Mode.ENFORCE), Map.of(), List.of());
    public static final List<GateAnswer> ANSWERS =
            List.of(GateAnswer.pass("mode", "Enforce", "enforce"));
    public static final Order ORDER = new Order("ada@admin-0", "looking at it", T0);
    public static final PodRef POD = new PodRef("default", "exporter", "pod-1");

    private Samples() {}

    public static Fault fault(FaultScope scope, Severity severity, RecommendedAction action) {
        return new Fault(
                "XID",
                79,
                new Gpu(3, "0000:9b:00", null),
                scope,
                severity,
                action,
                "catalogue: xid 79",
                "GPU has fallen off the bus.");
    }

    public static Fault fatal() {
        return fault(FaultScope.GPU, Severity.CRITICAL, RecommendedAction.REPLACE_NODE);
    }

    public static Incident incident() {
        return incident(fatal(), MACHINE);
    }

    public static Incident incident(Fault fault, Machine machine) {
        return Incident.open(INCIDENT, "gpu-1", machine, fault, EVENT, T0, T0);
    }

    /** The incident in that state, in pool training. */
    public static Incident in(IncidentState state) {
        return in(state, Evacuation.NOTHING_HEARD);
    }

    /** The incident in that state, with what was heard of the jobs. */
    public static Incident in(IncidentState state, Evacuation heard) {
        Incident open = incident();
        return new Incident(
                open.id(),
                open.node(),
                open.machine(),
                "training",
                open.openedAt(),
                open.faults(),
                heard,
                state,
                List.of(),
                open.cause(),
                open.orders());
    }

    /** What was heard once the node was vacated and these jobs wait to run again. */
    public static Evacuation vacated(Long... requeued) {
        return in(new IncidentState.Vacating(T0))
                .with(new Fact.NodeVacated(EVENT, "gpu-1", List.of(requeued), List.of()))
                .evacuation();
    }

    public static Node node(String name) {
        return new Node(name);
    }

    /** The faulty node as it serves. */
    public static Node faulty() {
        return node("gpu-1").label(WellKnown.POOL_LABEL, "training");
    }

    /** The faulty node in quarantine for the incident. */
    public static Node quarantined() {
        return faulty().quarantine(INCIDENT);
    }

    public static Node spare(String name) {
        return node(name).label(WellKnown.SPARE_LABEL, "training").cordoned();
    }

    public static Replacement replacement(String name, boolean claimed) {
        return new Replacement(
                name, new Machine("uid-" + name, "boot-" + name), "warm-spare", ANSWERS, claimed);
    }

    public static PodView pod(PodRef ref, PodKind kind, boolean terminating) {
        return new PodView(ref, kind, terminating, false);
    }

    public static Seen seen(@Nullable Node node) {
        return new Seen(node == null ? null : node.view());
    }

    public static Look look(Incident incident, Seen seen) {
        return look(incident, seen, ENFORCE, Surroundings.NONE, T0);
    }

    public static Look look(
            Incident incident,
            Seen seen,
            RemediationPolicy policy,
            Surroundings around,
            Instant now) {
        Observation what = seen.view();
        return new Look(
                incident.inPool(Remediation.poolOf(incident, what)), what, around, policy, now);
    }

    public static Decision decide(Incident incident, Seen seen, Instant now) {
        return decide(incident, seen, ENFORCE, now);
    }

    public static Decision decide(
            Incident incident, Seen seen, RemediationPolicy policy, Instant now) {
        return Remediation.decide(incident, seen.view(), Surroundings.NONE, policy, now);
    }

    public static OpenIncident other(int n, String node, boolean inFlight, boolean waits) {
        return new OpenIncident(
                new UUID(9, n),
                node,
                "training",
                T0.minusSeconds(n),
                inFlight,
                waits ? Wait.LIMITS : Wait.NOTHING,
                null,
                false);
    }

    public static Surroundings around(OpenIncident... others) {
        return new Surroundings(List.of(others), Set.of(), StandingOrders.NONE, null);
    }

    /** Where a person has paused the cluster. */
    public static Surroundings paused() {
        return Surroundings.NONE.under(new StandingOrders(ORDER, Map.of()));
    }

    /** Where a person holds the node. */
    public static Surroundings held(String node) {
        return Surroundings.NONE.under(new StandingOrders(null, Map.of(node, ORDER)));
    }

    /** Builds a node. */
    public static final class Node {
        private final String name;
        private Machine machine;
        private final Map<String, String> labels = new HashMap<>();
        private final Map<String, String> annotations = new HashMap<>();
        private boolean unschedulable;
        private final List<Taint> taints = new ArrayList<>();
        private Readiness readiness = Readiness.READY;
        private Instant readinessSince = T0;
        private boolean deleting;
        private long allocatable = 8;
        private long capacity = 8;
        private Mark quarantine = Mark.none();
        private Mark claim = Mark.none();

        private Node(String name) {
            this.name = name;
            this.machine = new Machine("uid-" + name, "boot-" + name);
        }

        public Node machine(@Nullable String uid, @Nullable String boot) {
            machine = new Machine(uid, boot);
            return this;
        }

        public Node label(String key, String value) {
            labels.put(key, value);
            return this;
        }

        public Node without(String label) {
            labels.remove(label);
            return this;
        }

        public Node annotation(String key, String value) {
            annotations.put(key, value);
            return this;
        }

        public Node cordoned() {
            unschedulable = true;
            return this;
        }

        public Node uncordoned() {
            unschedulable = false;
            return this;
        }

        public Node taint(String key) {
            taints.add(new Taint(key, null, Taint.NO_SCHEDULE, null));
            return this;
        }

        public Node taint(Taint taint) {
            taints.add(taint);
            return this;
        }

        public Node untainted() {
            taints.clear();
            return this;
        }

        public Node readiness(Readiness value, Instant since) {
            readiness = value;
            readinessSince = since;
            return this;
        }

        public Node deleting() {
            deleting = true;
            return this;
        }

        public Node gpus(long some, long all) {
            allocatable = some;
            capacity = all;
            return this;
        }

        public Node quarantine(UUID incident) {
            quarantine =
                    new Mark.Signed(incident, T0, false, Map.of(WellKnown.POOL_LABEL, "training"));
            unschedulable = true;
            taints.add(Taint.quarantine(incident.toString()));
            return this;
        }

        public Node quarantineMark(Mark mark) {
            quarantine = mark;
            return this;
        }

        public Node claim(UUID incident) {
            claim = new Mark.Signed(incident, T0, true, Map.of());
            return this;
        }

        public Node unclaimed() {
            claim = Mark.none();
            return this;
        }

        public NodeView view() {
            return new NodeView(
                    name,
                    machine,
                    "1",
                    labels,
                    annotations,
                    unschedulable,
                    taints,
                    readiness,
                    readinessSince,
                    deleting,
                    capacity,
                    allocatable,
                    quarantine,
                    claim);
        }
    }

    /** Builds an observation: a pool of three with the faulty node in it. */
    public static final class Seen {
        private final @Nullable NodeView node;
        private final List<PodView> pods = new ArrayList<>();
        private final List<PoolMember> pool = new ArrayList<>();
        private final List<NodeView> spares = new ArrayList<>();
        private final List<Attempt> attempts = new ArrayList<>();

        private Seen(@Nullable NodeView node) {
            this.node = node;
            member("gpu-0", true, false);
            member("gpu-1", true, false);
            member("gpu-2", true, false);
        }

        public Seen member(String name, boolean ready, boolean cordoned) {
            pool.removeIf(each -> each.name().equals(name));
            pool.add(new PoolMember(name, ready, cordoned));
            return this;
        }

        public Seen without(String member) {
            pool.removeIf(each -> each.name().equals(member));
            return this;
        }

        public Seen pods(PodView... some) {
            pods.addAll(List.of(some));
            return this;
        }

        public Seen spares(Node... some) {
            for (Node each : some) {
                spares.add(each.view());
            }
            return this;
        }

        public Seen attempt(String effect, Attempt.Result result, String detail) {
            attempts.add(new Attempt(effect, "target", result, detail));
            return this;
        }

        public Observation view() {
            return new Observation(node, pods, pool, "warm-spare", spares, attempts);
        }
    }
}
