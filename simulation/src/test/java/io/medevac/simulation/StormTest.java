package io.medevac.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.notification.News;
import io.medevac.domain.notification.Notice;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.Storm;
import io.medevac.domain.notification.Telling;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.remediator.application.OpenOrJoinIncident.Told;
import io.medevac.remediator.fake.EditableNode;
import io.medevac.remediator.fake.InMemoryIncidentStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Half of a pool of 200 nodes fails within a second. */
class StormTest {
    private static final int NODES = 200;
    private static final int FAULTS = NODES / 2;
    private static final long SEED = 7;

    private final Chance chance = new Chance(SEED);
    private final Map<UUID, String> messages = new LinkedHashMap<>();
    private final Map<UUID, io.medevac.domain.notification.Told> told = new HashMap<>();
    private final Map<UUID, Storm> storms = new HashMap<>();
    private final List<UUID> takenOut = new ArrayList<>();
    private int read;
    private PoolPolicy policy = PoolPolicy.DEFAULT.withMode(Mode.ENFORCE);

    @Test
    void neverTakesMoreThanTheLimitAllowsTellsOnceAndServesTheOldestFirst() {
        World world = new World(chance, NODES, 0, policy);
        Services services = start(world);

        List<Incident> byAge = storm(world, services);
        work(world, services);

        assertThat(inFlight(world)).hasSize(20);
        assertThat(messages.values())
                .containsExactly("Pool training: the budget holds 80 incidents");

        for (int round = 0; round < 8; round++) {
            spares(world, round);
            work(world, services);
        }

        List<UUID> first = takenOut.subList(0, 20);
        List<UUID> waited = new ArrayList<>(byAge.stream().map(Incident::id).toList());
        waited.removeAll(first);
        assertThat(takenOut.subList(20, FAULTS))
                .allSatisfy(
                        each ->
                                assertThat(takenOut.indexOf(each) - first.size())
                                        .as("those served together are served in any order")
                                        .isCloseTo(waited.indexOf(each), within(19)));
        assertThat(world.incidents.all())
                .as(
                        "over: every node was replaced, though a job of several may have waited too long")
                .allMatch(Incident::closed);
    }

    @Test
    void aBreakerThatManyDeadNodesOpenHoldsThemAllAndIsToldOnce() {
        World world = new World(chance, NODES, 0, policy);
        Services services = start(world);
        List<String> dead = world.nodeNames().stream().filter(each -> each.endsWith("3")).toList();
        dead.forEach(name -> world.cluster.edit(name, node -> node.unschedulable = true));
        world.nodeNames().stream()
                .filter(each -> each.endsWith("4") || each.endsWith("5"))
                .forEach(name -> world.cluster.edit(name, node -> node.unschedulable = true));

        storm(world, services);
        work(world, services);

        assertThat(inFlight(world)).isEmpty();
        assertThat(messages.values())
                .hasSize(1)
                .allMatch(each -> each.contains("the breaker holds"));

        world.nodeNames()
                .forEach(name -> world.cluster.edit(name, node -> node.unschedulable = false));
        world.incidents.makeAllDue();
        work(world, services);

        assertThat(inFlight(world)).as("goes on by itself").hasSize(20);
    }

    @Test
    void atTheFirstStartFiftyFaultsTakeNothingOutByDefault() {
        policy = PoolPolicy.DEFAULT;
        World world = new World(chance, 50, 0, policy);
        Services services = start(world);

        for (String node : world.nodeNames()) {
            services.report(fault(world, node));
        }
        work(world, services);

        assertThat(world.cluster.pool(World.POOL)).hasSize(50).allMatch(PoolMember::serves);
    }

    @Test
    void atTheFirstStartFiftyFaultsTakeOutNoMoreThanTheLimitWhereItIsEnforced() {
        World world = new World(chance, 50, 0, policy);
        Services services = start(world);

        for (String node : world.nodeNames()) {
            services.report(fault(world, node));
        }
        work(world, services);

        assertThat(world.cluster.pool(World.POOL).stream().filter(each -> !each.serves()))
                .hasSize(5);
    }

    private Services start(World world) {
        world.weather.clear();
        Services services =
                new Services(world, chance, new RemediationPolicy(policy, Map.of(), List.of()), 1);
        services.calm();
        return services;
    }

    /** The incidents, the oldest first. */
    private List<Incident> storm(World world, Services services) {
        List<String> nodes = new ArrayList<>(world.nodeNames());
        Collections.shuffle(nodes, new Random(SEED));
        for (String node : nodes.subList(0, FAULTS)) {
            services.report(fault(world, node));
            world.pass(Duration.ofMillis(10));
        }
        services.calm();
        return world.incidents.all().stream()
                .sorted(Comparator.comparing(Incident::openedAt))
                .toList();
    }

    private Told fault(World world, String node) {
        return new Told(
                chance.id(),
                chance.id(),
                node,
                world.cluster.node(node).orElseThrow().machine(),
                new Fault(
                        "XID",
                        79,
                        new Gpu(3, "0000:9b:00", null),
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        "simulation",
                        "simulation"),
                world.now());
    }

    private static void spares(World world, int round) {
        for (int i = 0; i < 15; i++) {
            String name = "fresh-%d-%d".formatted(round, i);
            world.cluster.put(
                    new EditableNode(name).label(WellKnown.SPARE_LABEL, World.POOL).cordoned());
            world.slurm.addSilent(name);
        }
        world.incidents.makeAllDue();
    }

    /** Until nothing moves any more; looks at the limits and tells people after each step. */
    private void work(World world, Services services) {
        Instant until = world.now().plus(Duration.ofHours(1));
        while (world.now().isBefore(until)) {
            boolean any = services.workThatIsDue();
            world.rules.check();
            assertThat(inFlight(world).size()).isLessThanOrEqualTo(policy.budget(NODES));
            tell(world);
            if (!any) {
                if (services.settled()) {
                    return;
                }
                world.pass(services.untilNext());
            }
        }
    }

    private void tell(World world) {
        Telling telling =
                new Telling(Duration.ofDays(1), Duration.ofSeconds(20), Duration.ofHours(1));
        List<InMemoryIncidentStore.Told> fresh = world.incidents.toldFrom(read);
        read += fresh.size();
        for (InMemoryIncidentStore.Told each : fresh) {
            switch (each.event()) {
                case RemediationEvent.RemediationHeld held
                        when held.interrupted() == StateName.ASSESSING ->
                        tell(telling, news(each.incident(), held, world.now()), world.now());
                case RemediationEvent.NodeQuarantined quarantined ->
                        takenOut.add(each.incident().id());
                default -> {}
            }
        }
    }

    private void tell(Telling telling, News.RemediationHeld news, Instant now) {
        Optional<UUID> storm = Storm.groupOf(news);
        if (storm.isEmpty()) {
            return;
        }
        UUID group = storm.get();
        Telling.Decision decision =
                telling.decide(
                        news,
                        told.getOrDefault(
                                news.origin().group(), io.medevac.domain.notification.Told.NOTHING),
                        storms.getOrDefault(group, Storm.NONE),
                        now);
        told.put(news.origin().group(), decision.told());
        storms.put(group, decision.storm());
        for (Notice notice : decision.notices()) {
            messages.put(decision.about().eventId(), notice.message().title());
        }
    }

    private News.RemediationHeld news(
            Incident incident, RemediationEvent.RemediationHeld held, Instant now) {
        return new News.RemediationHeld(
                new Origin(chance.id(), incident.id(), "simulated", incident.node(), now),
                incident.fault(),
                incident.pool(),
                held.answers().stream().map(StormTest::gate).toList(),
                held.interrupted().word(),
                held.whatToDo());
    }

    private static News.Gate gate(GateAnswer answer) {
        return new News.Gate(answer.gate(), !answer.holds(), answer.detail());
    }

    private static List<Incident> inFlight(World world) {
        return world.incidents.all().stream().filter(each -> each.state().inFlight()).toList();
    }
}
