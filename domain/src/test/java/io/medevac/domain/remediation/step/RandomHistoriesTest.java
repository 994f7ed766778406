package io.medevac.domain.remediation.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Observation;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of several incidents in one pool: faults, facts, repeated and late, nodes that
 * go, come back and are touched by people, calls that fail. Whatever comes, the invariants hold.
 */
class RandomHistoriesTest {
    private static final int STEPS = 600;
    private static final int HISTORIES = 60;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void invariantsHold(long seed) {
        Map<StateName, Integer> reached = new TreeMap<>();
        for (int i = 0; i < HISTORIES; i++) {
            History history = new History(new Random(seed * 1000 + i), "seed " + seed + "/" + i);
            history.run();
            history.incidents
                    .values()
                    .forEach(one -> reached.merge(one.state().name(), 1, Integer::sum));
        }
        assertThat(reached)
                .as("histories that end nowhere prove nothing")
                .containsKeys(
                        StateName.RECOVERED,
                        StateName.ESCALATED,
                        StateName.CANCELLED,
                        StateName.NOT_NEEDED);
    }

    private static final class History {
        private final Random random;
        private final String name;
        private final Map<String, Samples.Node> nodes = new TreeMap<>();
        private final Map<String, List<PodView>> pods = new TreeMap<>();
        private final Map<UUID, Incident> incidents = new LinkedHashMap<>();
        private final Map<UUID, List<Attempt>> attempts = new LinkedHashMap<>();
        private Instant now = Samples.T0;
        private int counter;

        History(Random random, String name) {
            this.random = random;
            this.name = name;
            for (int i = 0; i < 6; i++) {
                nodes.put(
                        "gpu-" + i,
                        Samples.node("gpu-" + i).label(WellKnown.POOL_LABEL, "training"));
            }
            nodes.put("spare-1", Samples.spare("spare-1"));
            nodes.put("spare-2", Samples.spare("spare-2"));
        }

        void run() {
            for (int i = 0; i < STEPS; i++) {
                now = now.plusMillis(random.nextInt(20_000));
                switch (random.nextInt(12)) {
                    case 0 -> fault();
                    case 1 -> touch();
                    case 2, 3, 4 -> fact();
                    default -> look();
                }
            }
        }

        private String anyNode() {
            List<String> names = List.copyOf(nodes.keySet());
            return names.get(random.nextInt(names.size()));
        }

        private UUID id(int kind) {
            return new UUID(kind, ++counter);
        }

        private void fault() {
            String node = anyNode();
            Machine machine = nodes.get(node).view().machine();
            boolean known =
                    incidents.values().stream()
                            .anyMatch(one -> one.machine().equals(machine) && !one.closed());
            if (!known && random.nextInt(3) == 0) {
                Incident opened =
                        Incident.open(id(1), node, machine, Samples.fatal(), id(2), now, now);
                incidents.put(opened.id(), opened);
                pods.put(
                        node,
                        new ArrayList<>(
                                List.of(
                                        Samples.pod(
                                                new io.medevac.domain.remediation.cluster.PodRef(
                                                        "default",
                                                        "pod-" + counter,
                                                        "uid-" + counter),
                                                PodView.PodKind.EVICTABLE,
                                                false))));
            }
        }

        /** What people and machines do to nodes. */
        private void touch() {
            String at = anyNode();
            Samples.Node node = nodes.get(at);
            switch (random.nextInt(24)) {
                case 0 -> node.uncordoned();
                case 1 -> node.cordoned();
                case 2 -> node.machine("uid-" + at, "boot-" + ++counter);
                case 3 -> node.machine("uid-" + ++counter, "boot-" + counter);
                case 4 -> node.readiness(Readiness.UNREACHABLE, now);
                case 5, 6, 7 -> node.readiness(Readiness.READY, now);
                case 8 -> node.label(WellKnown.OPT_OUT, "forbid");
                case 9, 10 -> node.without(WellKnown.OPT_OUT);
                case 11, 12, 13 ->
                        nodes.put("spare-" + ++counter, Samples.spare("spare-" + counter));
                default -> {}
            }
        }

        private void fact() {
            if (incidents.isEmpty()) {
                return;
            }
            List<UUID> ids = List.copyOf(incidents.keySet());
            UUID id = ids.get(random.nextInt(ids.size()));
            Incident before = incidents.get(id);
            long job = random.nextInt(2);
            Fact fact =
                    switch (random.nextInt(9)) {
                        case 0 -> new Fact.FaultJoined(id(2), Samples.fatal(), now);
                        case 1, 2 -> new Fact.NodeVacated(id(2), "n", List.of(job), List.of());
                        case 3 ->
                                random.nextInt(6) > 0
                                        ? new Fact.SlurmNodeJoined(id(2), "s")
                                        : new Fact.EvacuationFailed(
                                                id(2), new Evacuation.Failure("a", "b"));
                        case 4, 5 -> new Fact.SlurmNodeJoined(id(2), "s");
                        case 6 -> new Fact.JobRequeued(id(2), job);
                        case 7 -> new Fact.JobResumed(id(2), job);
                        default -> new Fact.JobEnded(id(2), job);
                    };
            Incident after = before.with(fact);
            if (before.closed()) {
                assertThat(after).as(name).isEqualTo(before);
            }
            incidents.put(id, after);
        }

        private void look() {
            if (incidents.isEmpty()) {
                return;
            }
            List<UUID> ids = List.copyOf(incidents.keySet());
            UUID id = ids.get(random.nextInt(ids.size()));
            Incident before = incidents.get(id);
            Observation seen = observe(before);
            Surroundings around = around(id);

            Decision decision = Remediation.decide(before, seen, around, Samples.ENFORCE, now);

            assertThat(Remediation.decide(before, seen, around, Samples.ENFORCE, now))
                    .as("same input, same output: " + name)
                    .isEqualTo(decision);
            if (before.closed()) {
                assertThat(decision.next()).as(name).isEqualTo(before);
                assertThat(decision.effects()).as(name).isEmpty();
            }
            assertThat(decision.lookAgainAt() == null)
                    .as("an open incident is looked at again: " + name)
                    .isEqualTo(decision.next().closed());
            incidents.put(id, decision.next());
            checkLimits(before, decision.next());
            attempts.put(
                    id,
                    decision.effects().stream().map(each -> apply(decision.next(), each)).toList());
        }

        private Observation observe(Incident incident) {
            Samples.Node node = nodes.get(incident.node());
            List<PoolMember> pool = new ArrayList<>();
            List<NodeView> spares = new ArrayList<>();
            for (Samples.Node each : nodes.values()) {
                NodeView view = each.view();
                if ("training".equals(view.pool())) {
                    pool.add(
                            new PoolMember(
                                    view.name(),
                                    view.readiness() == Readiness.READY,
                                    view.unschedulable()));
                }
                if (view.labels().containsKey(WellKnown.SPARE_LABEL)
                        || view.name().equals(OpenIncident.of(incident).replacement())) {
                    spares.add(view);
                }
            }
            return new Observation(
                    node == null ? null : node.view(),
                    pods.getOrDefault(incident.node(), List.of()),
                    pool,
                    "warm-spare",
                    spares,
                    attempts.getOrDefault(incident.id(), List.of()));
        }

        private Surroundings around(UUID id) {
            return new Surroundings(
                    incidents.values().stream()
                            .filter(one -> !one.closed() && !one.id().equals(id))
                            .map(OpenIncident::of)
                            .toList(),
                    Set.of(),
                    StandingOrders.NONE);
        }

        private void checkLimits(Incident before, Incident after) {
            List<Incident> flying =
                    incidents.values().stream().filter(one -> one.state().inFlight()).toList();
            if (!before.state().inFlight() && after.state().inFlight()) {
                assertThat(flying).as("budget: " + name).hasSize(1);
            }
            assertThat(flying.stream().map(Incident::node).toList())
                    .as("one repair a node: " + name)
                    .doesNotHaveDuplicates();
        }

        private Attempt apply(Incident incident, Effect effect) {
            if (random.nextInt(5) == 0) {
                Attempt.Result[] results = Attempt.Result.values();
                return new Attempt(
                        effect.getClass().getSimpleName(),
                        effect.target(),
                        results[1 + random.nextInt(results.length - 1)],
                        "no");
            }
            switch (effect) {
                case Effect.OnNode onNode -> apply(incident, onNode);
                case Effect.OnReplacement onReplacement -> apply(incident, onReplacement);
            }
            return new Attempt(
                    effect.getClass().getSimpleName(), effect.target(), Attempt.Result.DONE, "");
        }

        private void apply(Incident incident, Effect.OnNode effect) {
            String at = effect.target();
            switch (effect) {
                case Effect.CordonAndTaint e -> {
                    NodeView view = nodes.get(at).view();
                    assertThat(view.machine())
                            .as("old fault, new machine: " + name)
                            .isEqualTo(incident.machine());
                    assertThat(view.unschedulable()).as("foreign cordon: " + name).isFalse();
                    nodes.get(at).quarantine(incident.id());
                }
                case Effect.EvictPod e -> {
                    assertThat(incident.evacuation().vacatedNode())
                            .as("jobs first: " + name)
                            .isNotNull();
                    pods.get(incident.node()).clear();
                }
                case Effect.DeletePod e -> pods.get(incident.node()).clear();
                case Effect.TaintOutOfService e ->
                        assertThat(true).as("not by this policy").isFalse();
                case Effect.RetireNode e ->
                        nodes.get(at)
                                .without(WellKnown.POOL_LABEL)
                                .label(WellKnown.REPAIR_LABEL, e.repair());
                case Effect.ReleaseNode e ->
                        nodes.get(at)
                                .uncordoned()
                                .untainted()
                                .quarantineMark(Mark.none())
                                .without(WellKnown.REPAIR_LABEL)
                                .label(WellKnown.POOL_LABEL, "training");
            }
        }

        private void apply(Incident incident, Effect.OnReplacement effect) {
            String at = effect.target();
            switch (effect) {
                case Effect.ClaimSpare e -> {
                    assertThat(nodes.get(at).view().claim())
                            .as("one spare, one incident: " + name)
                            .matches(
                                    claim ->
                                            claim instanceof Mark.None
                                                    || claim.signedFor(incident.id()));
                    nodes.get(at).claim(incident.id());
                }
                case Effect.AdmitSpare e -> {
                    assertThat(nodes.get(at).view().claim().signedFor(incident.id()))
                            .as(name)
                            .isTrue();
                    nodes.get(at)
                            .without(WellKnown.SPARE_LABEL)
                            .label(WellKnown.POOL_LABEL, e.pool())
                            .uncordoned()
                            .unclaimed();
                }
                case Effect.UnclaimSpare e -> nodes.get(at).unclaimed();
            }
        }
    }
}
