package io.medevac.domain.remediation.incident;

import io.medevac.domain.node.Machine;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What the store knows beside the incident, read in the same transaction.
 *
 * @param others all other open incidents of the cluster
 * @param faultyMachines boots of offered nodes that have had a fault that takes a node out
 * @param orders orders of persons that stand
 */
public record Surroundings(
        List<OpenIncident> others, Set<Machine> faultyMachines, StandingOrders orders) {

    /** Nothing else is known. */
    public static final Surroundings NONE =
            new Surroundings(List.of(), Set.of(), StandingOrders.NONE);

    public Surroundings {
        others = List.copyOf(others);
        faultyMachines = Set.copyOf(faultyMachines);
    }

    /** The same where these orders stand. */
    public Surroundings under(StandingOrders standing) {
        return new Surroundings(others, faultyMachines, standing);
    }

    /** Other incidents of the pool that take a slot. */
    public List<OpenIncident> inFlight(String pool) {
        return others.stream()
                .filter(other -> other.inFlight() && pool.equals(other.pool()))
                .toList();
    }

    /**
     * Other incidents of the pool that wait for a slot and came earlier than the given one: they
     * are served first.
     */
    public List<OpenIncident> waitingBefore(Incident incident, String pool) {
        return others.stream()
                .filter(other -> other.waitsForSlot() && pool.equals(other.pool()))
                .filter(other -> earlier(other, incident))
                .toList();
    }

    /** Whether another open incident is about this node or has picked it. */
    public boolean spokenFor(String node) {
        return others.stream()
                .anyMatch(other -> other.node().equals(node) || node.equals(other.replacement()));
    }

    private static boolean earlier(OpenIncident other, Incident incident) {
        int order = other.openedAt().compareTo(incident.openedAt());
        return order < 0 || (order == 0 && precedes(other.id(), incident.id()));
    }

    private static boolean precedes(UUID one, UUID other) {
        return one.compareTo(other) < 0;
    }
}
