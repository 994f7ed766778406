package io.medevac.remediator.application;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Fact.FaultJoined;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.remediator.port.IncidentStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Takes a fault in: the first one opens the incident, later ones join it. */
@ApplicationScoped
public class OpenOrJoinIncident {
    private static final Logger LOG = Logger.getLogger(OpenOrJoinIncident.class);

    private final IncidentStore store;
    private final InstantSource clock;

    OpenOrJoinIncident(IncidentStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * A classified fault.
     *
     * @param event the event that told of it
     * @param incident the incident the detector put it into
     * @param node node name
     * @param machine the boot of the machine that has it
     * @param fault the fault
     * @param seenAt when it was seen
     */
    public record Told(
            UUID event, UUID incident, String node, Machine machine, Fault fault, Instant seenAt) {}

    /** Stores it; whether anything is done about it is decided at the next look. */
    public void on(Told told) {
        Instant now = clock.instant();
        Optional<Incident> stored =
                store.take(
                        told.event(),
                        told.incident(),
                        found -> Optional.of(with(found, told, now)));
        if (stored.isPresent() && stored.get().closed()) {
            LOG.warnf(
                    "fault of an incident that is over, nothing is done: node=%s incident=%s",
                    told.node(), told.incident());
        }
    }

    private static Incident with(Optional<Incident> found, Told told, Instant now) {
        return found.map(
                        incident ->
                                incident.with(
                                        new FaultJoined(told.event(), told.fault(), told.seenAt())))
                .orElseGet(
                        () ->
                                Incident.open(
                                        told.incident(),
                                        told.node(),
                                        told.machine(),
                                        told.fault(),
                                        told.event(),
                                        told.seenAt(),
                                        now));
    }
}
