package io.medevac.remediator.port;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The incidents. Every change is one transaction, and the function that makes it is pure: it may be
 * run again. A failure of any method means that nothing was changed, or that it is not known; both
 * are cured by calling again.
 */
public interface IncidentStore {

    /** The incident; empty when there is none of that id. */
    Optional<Incident> find(UUID id);

    /**
     * Takes an event into an incident, once however often it comes, and makes the incident due.
     *
     * @param event the event
     * @param id the incident
     * @param change from what is stored, if anything, to what is to be stored; empty stores nothing
     * @return what is stored now; empty when nothing is
     */
    Optional<Incident> take(UUID event, UUID id, UnaryOperator<Optional<Incident>> change);

    /**
     * Takes a fault in, once however often its event comes, and makes the incident it comes into
     * due. An incident that is over takes nothing in.
     *
     * @param event the event that tells of the fault
     * @param id the incident that it names
     * @param node name of the node
     * @param machine the boot the fault was seen on
     * @param change to what is to be stored: from the incident of that id, if there is one; where
     *     it is over, from an open one of the same node and machine, if there is one
     * @return what is stored now; empty when the event was taken before
     */
    Optional<Incident> takeFault(
            UUID event,
            UUID id,
            String node,
            Machine machine,
            Function<Optional<Incident>, Incident> change);

    /**
     * Decides about an incident and stores the decision with its events. Decisions for one pool are
     * taken one after another, so that two of them never count the same free slot.
     *
     * @param id the incident
     * @param scope what else to read
     * @param decide the decision, from the incident and its surroundings
     * @return what was there before and what was decided; empty when there is no such incident
     */
    Optional<Stored> update(
            UUID id, Scope scope, BiFunction<Incident, Surroundings, Decision> decide);

    /**
     * Makes due all open incidents that are about one of the nodes, and those in one of the pools
     * that may go on when any node of it changes.
     */
    void makeDue(Set<String> nodes, Set<String> pools);

    /** Makes due every open incident. */
    void makeAllDue();

    /** How many open incidents are in each state; states with none are left out. */
    Map<StateName, Long> openByState();

    /**
     * What else to read in the transaction.
     *
     * @param pool the pool whose decisions must not run beside this one; null when in none
     * @param offered names of the nodes offered as a replacement
     */
    record Scope(@Nullable String pool, Set<String> offered) {
        public Scope {
            offered = Set.copyOf(offered);
        }
    }

    /**
     * A stored decision.
     *
     * @param before the incident it was made about
     * @param decision the decision
     */
    record Stored(Incident before, Decision decision) {}
}
