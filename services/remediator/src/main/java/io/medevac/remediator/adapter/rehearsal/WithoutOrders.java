package io.medevac.remediator.adapter.rehearsal;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.remediator.port.IncidentStore;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The store as it is where nobody has ordered anything: a pause does not stop a rehearsal. */
record WithoutOrders(IncidentStore store) implements IncidentStore {

    @Override
    public Optional<Incident> find(UUID id) {
        return store.find(id);
    }

    @Override
    public Optional<Incident> take(UUID event, UUID id, UnaryOperator<Optional<Incident>> change) {
        return store.take(event, id, change);
    }

    @Override
    public Optional<Incident> takeFault(
            UUID event,
            UUID id,
            String node,
            Machine machine,
            Function<Optional<Incident>, Incident> change) {
        return store.takeFault(event, id, node, machine, change);
    }

    @Override
    public Optional<Stored> update(
            UUID id, Scope scope, BiFunction<Incident, Surroundings, Decision> decide) {
        return store.update(
                id,
                scope,
                (incident, around) -> decide.apply(incident, around.under(StandingOrders.NONE)));
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
