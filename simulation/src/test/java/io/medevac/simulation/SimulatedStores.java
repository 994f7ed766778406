package io.medevac.simulation;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.command.Circumstances;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.Ruling;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.remediator.port.CommandStore;
import io.medevac.remediator.port.IncidentStore;
import io.medevac.slurmbridge.port.EvacuationStore;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Stores in all weather: each call is one transaction, and the process may die around it. */
final class SimulatedStores {

    private SimulatedStores() {}

    /** Incidents. */
    record Incidents(IncidentStore store, Weather weather) implements IncidentStore {

        @Override
        public Optional<Incident> find(UUID id) {
            return weather.around("find incident", () -> store.find(id));
        }

        @Override
        public Optional<Incident> take(
                UUID event, UUID id, UnaryOperator<Optional<Incident>> change) {
            return weather.around("take event", () -> store.take(event, id, change));
        }

        @Override
        public Optional<Incident> takeFault(
                UUID event,
                UUID id,
                String node,
                Machine machine,
                Function<Optional<Incident>, Incident> change) {
            return weather.around(
                    "take fault", () -> store.takeFault(event, id, node, machine, change));
        }

        @Override
        public Optional<Stored> update(
                UUID id,
                Scope scope,
                BiFunction<Incident, Surroundings, io.medevac.domain.remediation.incident.Decision>
                        decide) {
            return weather.around("decide incident", () -> store.update(id, scope, decide));
        }

        @Override
        public void makeDue(Set<String> nodes, Set<String> pools) {
            store.makeDue(nodes, pools);
        }

        @Override
        public void makeAllDue() {
            store.makeAllDue();
        }

        @Override
        public Map<StateName, Long> openByState() {
            return store.openByState();
        }
    }

    /** Orders. */
    record Commands(CommandStore store, Weather weather) implements CommandStore {

        @Override
        public Optional<Ruling> take(
                Command command,
                Set<UUID> incidents,
                Set<String> nodes,
                Function<Circumstances, Ruling> decide) {
            return weather.around(
                    "take command", () -> store.take(command, incidents, nodes, decide));
        }
    }

    /** Evacuations. */
    record Evacuations(EvacuationStore store, Weather weather) implements EvacuationStore {

        @Override
        public Optional<Evacuation> load(UUID incident) {
            return weather.around("load evacuation", () -> store.load(incident));
        }

        @Override
        public Optional<Decision> update(
                UUID incident, Function<Optional<Evacuation>, Optional<Decision>> decide) {
            return weather.around("decide evacuation", () -> store.update(incident, decide));
        }

        @Override
        public Optional<Decision> take(
                UUID event,
                UUID incident,
                Function<Optional<Evacuation>, Optional<Decision>> decide) {
            return weather.around("take event", () -> store.take(event, incident, decide));
        }

        @Override
        public Set<UUID> openOn(String node) {
            return store.openOn(node);
        }
    }
}
