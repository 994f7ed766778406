package io.medevac.simulation;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.remediator.application.OpenOrJoinIncident.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One history: faults come, services work, machines and people do what they do, then all calms
 * down.
 */
final class History {
    private static final int STEPS = 250;
    private static final int MOST_STEPS_TO_CALM = 20_000;
    private static final Duration LONGEST_CALM = Duration.ofDays(30);

    private final long seed;
    private final Chance chance;
    private final Deque<String> story = new ArrayDeque<>();
    private final World world;
    private final Services services;
    private final Operator operator;
    private final List<Told> faults = new ArrayList<>();

    History(long seed) {
        this.seed = seed;
        this.chance = new Chance(seed);
        int nodes = chance.between(2, 8);
        List<Integer> percents = List.of(10, 30, 60, 100);
        PoolPolicy pool = policy(chance.oneOf(percents), chance.oneOf(percents));
        this.world = new World(chance, nodes, chance.between(0, 3), pool);
        this.operator = new Operator(world, chance);
        this.services =
                new Services(
                        world,
                        chance,
                        new RemediationPolicy(pool, Map.of(), List.of()),
                        chance.between(1, 4));
    }

    private static PoolPolicy policy(int budget, int breaker) {
        PoolPolicy d = PoolPolicy.DEFAULT;
        return new PoolPolicy(
                Mode.ENFORCE,
                budget,
                breaker,
                d.quarantineTimeout(),
                d.vacateTimeout(),
                d.drain(),
                d.replaceTimeout(),
                d.verifyTimeout(),
                d.recheckInterval(),
                d.retryInterval());
    }

    /**
     * Lets it happen.
     *
     * @throws AssertionError with seed and last steps when a rule was broken
     */
    Counts run() {
        try {
            for (int step = 0; step < STEPS; step++) {
                tell(step());
                world.rules.check();
            }
            calmDown();
            world.rules.checkEnd();
            return Counts.of(services, world);
        } catch (Broken | RuntimeException e) {
            throw new AssertionError(
                    "seed %d: %s%n  %s".formatted(seed, e, String.join("\n  ", story)), e);
        }
    }

    private String step() {
        int what = chance.below(100);
        if (what < 6) {
            return fault();
        }
        if (what < 12) {
            return world.something();
        }
        if (what < 14) {
            Command order = operator.something();
            services.order(order);
            return "a person orders " + order;
        }
        if (what < 30) {
            Duration pause = Duration.ofMillis(chance.between(1, 20_000));
            world.pass(pause);
            return "time passes: " + pause;
        }
        return services.something();
    }

    private String fault() {
        if (faults.size() >= 8) {
            return "no more faults";
        }
        if (!faults.isEmpty() && chance.perMille(400)) {
            Told again = chance.oneOf(faults);
            Told more =
                    chance.perMille(500)
                            ? again
                            : new Told(
                                    chance.id(),
                                    again.incident(),
                                    again.node(),
                                    again.machine(),
                                    again.fault(),
                                    world.now());
            services.report(more);
            return "fault told again: " + more.node();
        }
        String node = chance.oneOf(world.nodeNames());
        UUID incident = chance.id();
        Told told =
                new Told(
                        chance.id(),
                        incident,
                        node,
                        world.cluster.node(node).orElseThrow().machine(),
                        xid(
                                chance.oneOf(
                                        List.of(
                                                RecommendedAction.REPLACE_NODE,
                                                RecommendedAction.REPLACE_NODE,
                                                RecommendedAction.REPLACE_NODE,
                                                RecommendedAction.NONE,
                                                RecommendedAction.UNKNOWN))),
                        world.now());
        faults.add(told);
        services.report(told);
        return "fault on " + node + ": " + told.fault().action() + " " + incident;
    }

    private static Fault xid(RecommendedAction action) {
        boolean hardware = action == RecommendedAction.REPLACE_NODE;
        return new Fault(
                "XID",
                hardware ? 79 : 13,
                new Gpu(3, "0000:9b:00", null),
                hardware ? FaultScope.GPU : FaultScope.APPLICATION,
                hardware ? Severity.CRITICAL : Severity.INFO,
                action,
                "simulation",
                "simulation");
    }

    /** No more faults, crashes or people: every incident must come to its end or to a reason. */
    private void calmDown() {
        world.calm();
        operator.everythingGoesOn().forEach(services::order);
        services.calm();
        Instant until = world.now().plus(LONGEST_CALM);
        for (int step = 0; step < MOST_STEPS_TO_CALM && world.now().isBefore(until); step++) {
            if (!services.workThatIsDue()) {
                Duration pause = services.untilNext();
                if (services.settled()) {
                    return;
                }
                world.pass(pause);
            }
            world.rules.check();
        }
        if (!services.settled()) {
            throw new Broken("it never calms down: " + services.unsettled());
        }
    }

    private void tell(String what) {
        story.addLast("%s %s".formatted(world.now(), what));
        if (story.size() > STEPS) {
            story.removeFirst();
        }
    }
}
