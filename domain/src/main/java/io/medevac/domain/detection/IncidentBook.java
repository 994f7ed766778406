package io.medevac.domain.detection;

import io.medevac.domain.node.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the faults of one node into its incidents: one open incident for each boot. */
final class IncidentBook {
    private final Map<Machine, Incident> open = new HashMap<>();
    private final Map<Machine, Incident> changed = new HashMap<>();

    IncidentBook(List<Incident> open) {
        open.forEach(incident -> this.open.put(incident.machine(), incident));
    }

    /** The fault joins the open incident of this boot, or opens one. */
    DetectedFault enter(Signal signal, Machine machine) {
        Incident incident =
                Optional.ofNullable(open.get(machine))
                        .map(Incident::again)
                        .orElseGet(() -> new Incident(signal.incidentIfFirst(), machine, 1));
        open.put(machine, incident);
        changed.put(machine, incident);
        return new DetectedFault(signal, machine, incident.id(), incident.occurrences());
    }

    /** Incidents that were opened or joined. */
    List<Incident> changed() {
        return List.copyOf(changed.values());
    }
}
