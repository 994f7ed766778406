package io.medevac.remediator.fake;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.command.Circumstances;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.Ruling;
import io.medevac.domain.remediation.command.Ruling.Change;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.remediator.port.CommandStore;
import io.medevac.remediator.port.IncidentStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Incidents, and what persons have ordered, in memory. */
public final class InMemoryIncidentStore implements IncidentStore, CommandStore {
    private final Map<UUID, Incident> incidents = new LinkedHashMap<>();
    private final Set<UUID> processed = new HashSet<>();
    private final Set<UUID> due = new LinkedHashSet<>();
    private final List<Told> told = new ArrayList<>();
    private final List<Ruling> rulings = new ArrayList<>();
    private StandingOrders orders = StandingOrders.NONE;

    /**
     * An event as it was stored.
     *
     * @param incident the incident as it was stored with it
     */
    public record Told(Incident incident, RemediationEvent event) {}

    /** Every event told, in order. */
    public synchronized List<RemediationEvent> told() {
        return told.stream().map(Told::event).toList();
    }

    /** The events from this place on, in order. */
    public synchronized List<Told> toldFrom(int place) {
        return List.copyOf(told.subList(place, told.size()));
    }

    /** The orders that stand. */
    public synchronized StandingOrders orders() {
        return orders;
    }

    /** What became of each command, in order. */
    public synchronized List<Ruling> rulings() {
        return List.copyOf(rulings);
    }

    /** All incidents. */
    public synchronized List<Incident> all() {
        return List.copyOf(incidents.values());
    }

    /** The incidents that are due, which then are no longer. */
    public synchronized Set<UUID> takeDue() {
        Set<UUID> taken = Set.copyOf(due);
        due.clear();
        return taken;
    }

    @Override
    public synchronized Optional<Incident> find(UUID id) {
        return Optional.ofNullable(incidents.get(id));
    }

    @Override
    public synchronized Optional<Incident> take(
            UUID event, UUID id, UnaryOperator<Optional<Incident>> change) {
        if (!processed.add(event)) {
            return find(id);
        }
        Optional<Incident> next = change.apply(find(id));
        next.ifPresent(
                incident -> {
                    incidents.put(id, incident);
                    due.add(id);
                });
        return next;
    }

    @Override
    public synchronized Optional<Incident> takeFault(
            UUID event,
            UUID id,
            String node,
            Machine machine,
            Function<Optional<Incident>, Incident> change) {
        if (!processed.add(event)) {
            return Optional.empty();
        }
        Optional<Incident> named = find(id);
        Optional<Incident> found =
                named.filter(Incident::closed).isPresent()
                        ? openOf(node, machine).or(() -> named)
                        : named;
        Incident next = change.apply(found);
        incidents.put(next.id(), next);
        due.add(next.id());
        return Optional.of(next);
    }

    private Optional<Incident> openOf(String node, Machine machine) {
        return incidents.values().stream()
                .filter(incident -> !incident.closed())
                .filter(incident -> incident.node().equals(node))
                .filter(
                        incident ->
                                machine.nodeUid() != null
                                        && machine.bootId() != null
                                        && incident.machine().equals(machine))
                .findFirst();
    }

    @Override
    public synchronized Optional<Stored> update(
            UUID id, Scope scope, BiFunction<Incident, Surroundings, Decision> decide) {
        Incident before = incidents.get(id);
        if (before == null) {
            return Optional.empty();
        }
        Decision decision = decide.apply(before, surroundings(id, scope));
        incidents.put(id, decision.next());
        decision.events().forEach(event -> told.add(new Told(decision.next(), event)));
        if (before.state().inFlight() && !decision.next().state().inFlight()) {
            incidents.values().stream()
                    .filter(other -> !other.closed() && !other.state().inFlight())
                    .map(Incident::id)
                    .forEach(due::add);
        }
        return Optional.of(new Stored(before, decision));
    }

    @Override
    public synchronized void makeDue(Set<String> nodes, Set<String> pools) {
        incidents.values().stream()
                .filter(incident -> !incident.closed())
                .filter(
                        incident ->
                                nodes.contains(incident.node())
                                        || contains(nodes, OpenIncident.of(incident).replacement())
                                        || (OpenIncident.watchesPool(incident)
                                                && contains(pools, incident.pool())))
                .map(Incident::id)
                .forEach(due::add);
    }

    @Override
    public synchronized void makeAllDue() {
        incidents.values().stream()
                .filter(incident -> !incident.closed())
                .map(Incident::id)
                .forEach(due::add);
    }

    @Override
    public synchronized Map<StateName, Long> openByState() {
        return incidents.values().stream()
                .filter(incident -> !incident.closed())
                .collect(
                        Collectors.groupingBy(
                                incident -> incident.state().name(), Collectors.counting()));
    }

    @Override
    public synchronized Optional<Ruling> take(
            Command command,
            Set<UUID> asked,
            Set<String> nodes,
            Function<Circumstances, Ruling> decide) {
        if (processed.contains(command.event())) {
            return Optional.empty();
        }
        List<Incident> about =
                incidents.values().stream()
                        .filter(
                                each ->
                                        asked.contains(each.id())
                                                || (!each.closed() && nodes.contains(each.node())))
                        .toList();
        Ruling ruling = decide.apply(new Circumstances(orders, about));
        processed.add(command.event());
        ruling.changes().forEach(this::change);
        rulings.add(ruling);
        return Optional.of(ruling);
    }

    private void change(Change change) {
        switch (change) {
            case Change.Given given -> stand(given.scope(), given.order());
            case Change.Lifted lifted -> stand(lifted.scope(), null);
            case Change.Told fact -> {
                incidents.computeIfPresent(
                        fact.incident(), (id, incident) -> incident.with(fact.fact()));
                due.add(fact.incident());
            }
        }
    }

    private void stand(String scope, @Nullable Order order) {
        if (scope.equals(StandingOrders.WHOLE_CLUSTER)) {
            orders = new StandingOrders(order, orders.holds());
            makeAllDue();
            return;
        }
        Map<String, Order> holds = new HashMap<>(orders.holds());
        if (order == null) {
            holds.remove(scope);
        } else {
            holds.put(scope, order);
        }
        orders = new StandingOrders(orders.pause(), holds);
        makeDue(Set.of(scope), Set.of());
    }

    private Surroundings surroundings(UUID id, Scope scope) {
        List<OpenIncident> others =
                incidents.values().stream()
                        .filter(incident -> !incident.closed() && !incident.id().equals(id))
                        .map(OpenIncident::of)
                        .toList();
        Set<Machine> faulty =
                incidents.values().stream()
                        .filter(incident -> scope.offered().contains(incident.node()))
                        .filter(incident -> incident.fault().action().takesNodeOut())
                        .map(Incident::machine)
                        .filter(Machine::known)
                        .collect(Collectors.toSet());
        return new Surroundings(others, faulty, orders, lastOutUntil(incidents.get(id)));
    }

    private @Nullable Instant lastOutUntil(Incident incident) {
        return incidents.values().stream()
                .filter(each -> each.closed() && each.tookNodeOut())
                .filter(
                        each ->
                                each.node().equals(incident.node())
                                        || (each.machine().nodeUid() != null
                                                && each.machine()
                                                        .nodeUid()
                                                        .equals(incident.machine().nodeUid())))
                .map(each -> each.state().since())
                .max(Instant::compareTo)
                .orElse(null);
    }

    private static boolean contains(Set<String> names, @Nullable String name) {
        return name != null && names.contains(name);
    }
}
