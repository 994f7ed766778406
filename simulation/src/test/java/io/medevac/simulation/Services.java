package io.medevac.simulation;

import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationPolicy;
import io.medevac.remediator.application.ObeyCommand;
import io.medevac.remediator.application.OpenOrJoinIncident;
import io.medevac.remediator.application.OpenOrJoinIncident.Told;
import io.medevac.remediator.application.ReconcileIncident;
import io.medevac.remediator.application.RecordFact;
import io.medevac.remediator.port.Journal;
import io.medevac.slurmbridge.application.ActInSlurm;
import io.medevac.slurmbridge.application.ObserveEvacuation;
import io.medevac.slurmbridge.application.ReconcileEvacuation;
import io.medevac.slurmbridge.application.TakeEvents;
import io.medevac.slurmbridge.port.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Remediator and slurm-bridge in several copies, their topics and their worklists. */
final class Services {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

    /** As by default, with fewer looks: the clock has no other way to go on. */
    private static final EvacuationPolicy EVACUATION =
            new EvacuationPolicy(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(2),
                    Duration.ofMillis(100),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(15),
                    Duration.ofMinutes(5),
                    Duration.ofHours(4),
                    Duration.ofDays(7),
                    Duration.ofMinutes(15),
                    Duration.ofHours(1),
                    Duration.ofMinutes(1));

    private final World world;
    private final Chance chance;
    private final Topics topics;
    private final ReconcileIncident incidents;
    private final ReconcileEvacuation evacuations;
    private final Map<UUID, Instant> incidentsDue = new LinkedHashMap<>();
    private final Map<UUID, Instant> evacuationsDue = new LinkedHashMap<>();
    private long looks;
    private long crashes;

    Services(World world, Chance chance, RemediationPolicy policy, int copies) {
        this.world = world;
        this.chance = chance;
        SimulatedStores.Incidents store =
                new SimulatedStores.Incidents(world.incidents, world.weather);
        SimulatedStores.Evacuations jobs =
                new SimulatedStores.Evacuations(world.evacuations, world.weather);
        SimulatedSlurm slurm = new SimulatedSlurm(world.slurm, world.weather, world.rules);
        Transitions silent = (before, decision) -> {};
        this.incidents =
                new ReconcileIncident(
                        store,
                        world.seen,
                        world.seen,
                        world.seen,
                        () -> policy,
                        Journal.SILENT,
                        world::clock);
        this.topics =
                new Topics(
                        world,
                        chance,
                        new OpenOrJoinIncident(store, world::clock),
                        new RecordFact(store),
                        new ObeyCommand(
                                new SimulatedStores.Commands(world.incidents, world.weather),
                                world.seen),
                        new TakeEvents(jobs, world::clock),
                        incident ->
                                evacuationsDue.merge(incident, world.clock(), Services::earlier));
        this.evacuations =
                new ReconcileEvacuation(
                        jobs,
                        new ObserveEvacuation(
                                slurm, world.seen.forTheBridge(), job -> Optional.empty(), jobs),
                        new ActInSlurm(slurm, jobs, EVACUATION, world::clock, silent),
                        EVACUATION,
                        world::clock,
                        silent);
        if (copies > 1) {
            world.weather.other(this::anotherCopy);
        }
    }

    long looks() {
        return looks;
    }

    long crashes() {
        return crashes + topics.crashes();
    }

    /** The detector tells of a fault. */
    void report(Told fault) {
        topics.report(fault);
    }

    /** A person orders something. */
    void order(Command command) {
        topics.order(command);
    }

    /** One of the services does one thing. */
    String something() {
        return switch (chance.below(8)) {
            case 0, 1, 2, 3, 4 -> topics.something();
            case 5, 6 -> lookAtIncident(false);
            default -> lookAtEvacuation(false);
        };
    }

    /** Nothing comes between any more, and every record is delivered. */
    void calm() {
        topics.deliverAll();
    }

    /** Does all that is due now; whether there was anything. */
    boolean workThatIsDue() {
        boolean any = topics.deliverAll();
        for (UUID id : world.incidents.takeDue()) {
            incidentsDue.merge(id, world.clock(), Services::earlier);
        }
        for (UUID id : due(incidentsDue)) {
            look(incidentsDue, id, incidents::run);
            any = true;
        }
        for (UUID id : due(evacuationsDue)) {
            look(evacuationsDue, id, evacuations::run);
            any = true;
        }
        return any;
    }

    /** How long until something is due. */
    Duration untilNext() {
        Instant next =
                java.util.stream.Stream.concat(
                                incidentsDue.values().stream(), evacuationsDue.values().stream())
                        .min(Instant::compareTo)
                        .orElse(world.clock().plus(Duration.ofHours(1)));
        Duration wait = Duration.between(world.clock(), next);
        return wait.isPositive() ? wait : Duration.ofMillis(1);
    }

    /** Whether all that is left is held for a reason that only the world can take away. */
    boolean settled() {
        return unsettled().isEmpty();
    }

    List<Object> unsettled() {
        List<Object> moving = new ArrayList<>();
        world.incidents.all().stream()
                .filter(each -> !each.closed() && !(each.state() instanceof Held))
                .forEach(moving::add);
        world.evacuations.all().stream()
                .filter(each -> !each.over())
                .filter(each -> !waitsForRemediator(each))
                .forEach(moving::add);
        return moving;
    }

    /** Vacated, and no replacement in sight while the incident is held. */
    private boolean waitsForRemediator(Evacuation evacuation) {
        return world.incidents
                .find(evacuation.subject().incident())
                .map(Incident::state)
                .filter(Held.class::isInstance)
                .isPresent();
    }

    private String lookAtIncident(boolean between) {
        for (UUID id : world.incidents.takeDue()) {
            incidentsDue.merge(id, world.clock(), Services::earlier);
        }
        List<UUID> due = between ? new ArrayList<>(incidentsDue.keySet()) : due(incidentsDue);
        if (due.isEmpty()) {
            return "no incident is due";
        }
        UUID id = chance.oneOf(due);
        look(incidentsDue, id, incidents::run);
        return "incident %s is now %s"
                .formatted(
                        id, world.incidents.find(id).map(each -> each.state().name()).orElse(null));
    }

    private String lookAtEvacuation(boolean between) {
        List<UUID> due = between ? new ArrayList<>(evacuationsDue.keySet()) : due(evacuationsDue);
        if (due.isEmpty()) {
            return "no evacuation is due";
        }
        UUID id = chance.oneOf(due);
        look(evacuationsDue, id, evacuations::run);
        return "evacuation %s is now %s"
                .formatted(
                        id,
                        world.evacuations
                                .load(id)
                                .map(each -> each.state().getClass().getSimpleName())
                                .orElse(null));
    }

    /** Even of the same incident: a lease that ran out does not stop the one who had it. */
    private void anotherCopy() {
        if (chance.perMille(500)) {
            lookAtIncident(true);
        } else {
            lookAtEvacuation(true);
        }
    }

    private void look(Map<UUID, Instant> due, UUID id, Function<UUID, Optional<Instant>> handler) {
        looks++;
        due.remove(id);
        Optional<Instant> next;
        try {
            next = handler.apply(id);
        } catch (Crash e) {
            crashes++;
            next = Optional.of(world.clock().plus(LEASE));
        } catch (Broken e) {
            throw e;
        } catch (RuntimeException e) {
            next = Optional.of(world.clock().plus(AFTER_FAILURE));
        }
        next.ifPresent(at -> due.merge(id, at, Services::earlier));
    }

    private List<UUID> due(Map<UUID, Instant> all) {
        return all.entrySet().stream()
                .filter(each -> !each.getValue().isAfter(world.clock()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
