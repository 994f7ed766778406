package io.medevac.domain.remediation.command;

import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.StandingOrders;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What the store knows that a command may be about.
 *
 * @param orders the orders that stand
 * @param incidents the incidents that were asked for by id, and the open ones of the node that was
 *     asked for
 */
public record Circumstances(StandingOrders orders, List<Incident> incidents) {

    public Circumstances {
        incidents = List.copyOf(incidents);
    }

    /** The incident of that id. */
    Optional<Incident> incident(UUID id) {
        return incidents.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** The open incidents of the node. */
    List<Incident> openOn(String node) {
        return incidents.stream()
                .filter(each -> each.node().equals(node) && !each.closed())
                .toList();
    }

    /** The incidents that are at work on the node. */
    List<Incident> atWorkOn(String node) {
        return openOn(node).stream().filter(each -> each.state().inFlight()).toList();
    }
}
