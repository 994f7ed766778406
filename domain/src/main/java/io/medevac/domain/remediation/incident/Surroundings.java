package io.medevac.domain.remediation.incident;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.OpenIncident.Wait;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the store knows beside the incident, read in the same transaction.
 *
 * @param others all other open incidents of the cluster
 * @param faultyMachines boots of offered nodes that have had a fault that takes a node out
 * @param orders orders of persons that stand
 * @param lastOutUntil when the last incident ended that took this node or this machine out; null
 *     when none ever did
 */
public record Surroundings(
        List<OpenIncident> others,
        Set<Machine> faultyMachines,
        StandingOrders orders,
        @Nullable Instant lastOutUntil) {

    /** Nothing else is known. */
    public static final Surroundings NONE =
            new Surroundings(List.of(), Set.of(), StandingOrders.NONE, null);

    public Surroundings {
        others = List.copyOf(others);
        faultyMachines = Set.copyOf(faultyMachines);
    }

    /** The same among these other open incidents. */
    public Surroundings among(List<OpenIncident> incidents) {
        return new Surroundings(incidents, faultyMachines, orders, lastOutUntil);
    }

    /** The same where these offered machines have had a fault. */
    public Surroundings withFaultyMachines(Set<Machine> machines) {
        return new Surroundings(others, machines, orders, lastOutUntil);
    }

    /** The same where the last incident that took the node out ended then; null for none. */
    public Surroundings lastOut(@Nullable Instant until) {
        return new Surroundings(others, faultyMachines, orders, until);
    }

    /** The same where these orders stand. */
    public Surroundings under(StandingOrders standing) {
        return new Surroundings(others, faultyMachines, standing, lastOutUntil);
    }

    /** Other incidents of the pool that take a slot. */
    public List<OpenIncident> inFlight(String pool) {
        return others.stream()
                .filter(other -> other.inFlight() && pool.equals(other.pool()))
                .toList();
    }

    /**
     * Other incidents of the pool that wait for nothing but this and are older than the given one,
     * the oldest first: they are served first.
     */
    public List<OpenIncident> waitingBefore(Incident incident, String pool, Wait what) {
        return others.stream()
                .filter(other -> other.waitsFor() == what && pool.equals(other.pool()))
                .filter(other -> earlier(other, incident))
                .sorted(
                        Comparator.comparing(OpenIncident::openedAt)
                                .thenComparing(OpenIncident::id))
                .toList();
    }

    /**
     * Whether another open incident is about this node or has picked it. A node of which a source
     * is blind may be put in: its other checks say that it is healthy.
     */
    public boolean spokenFor(String node) {
        return others.stream()
                .anyMatch(
                        other ->
                                (other.node().equals(node) && !other.onlyBlind())
                                        || node.equals(other.replacement()));
    }

    private static boolean earlier(OpenIncident other, Incident incident) {
        int order = other.openedAt().compareTo(incident.openedAt());
        return order < 0 || (order == 0 && precedes(other.id(), incident.id()));
    }

    private static boolean precedes(UUID one, UUID other) {
        return one.compareTo(other) < 0;
    }
}
