package io.medevac.remediator.application;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Fact.FaultJoined;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.remediator.port.IncidentStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Takes a fault in: the first one of a machine opens the incident, later ones join it. One that
 * comes when its incident has just been closed is judged anew.
 */
@ApplicationScoped
public class OpenOrJoinIncident {
    private static final Logger LOG = Logger.getLogger(OpenOrJoinIncident.class);

    private final IncidentStore store;
    private final InstantSource clock;

    /** With where incidents are kept. */
    public OpenOrJoinIncident(IncidentStore store, InstantSource clock) {
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
        store.takeFault(
                        told.event(),
                        told.incident(),
                        told.node(),
                        told.machine(),
                        found -> with(found, told, now))
                .map(Incident::id)
                .filter(id -> !id.equals(told.incident()))
                .ifPresent(
                        id ->
                                LOG.infof(
                                        "fault taken into another incident than it names:"
                                                + " node=%s named=%s taken=%s",
                                        told.node(), told.incident(), id));
    }

    private static Incident with(Optional<Incident> found, Told told, Instant now) {
        if (found.isEmpty()) {
            return opened(told.incident(), told, now);
        }
        return found.get().closed()
                ? opened(again(told), told, now)
                : found.get().with(new FaultJoined(told.event(), told.fault(), told.seenAt()));
    }

    private static Incident opened(UUID id, Told told, Instant now) {
        return Incident.open(
                id, told.node(), told.machine(), told.fault(), told.event(), told.seenAt(), now);
    }

    /** Id of the incident that follows one which was closed while its fault was on its way. */
    private static UUID again(Told told) {
        return UUID.nameUUIDFromBytes(
                ("again " + told.event()).getBytes(StandardCharsets.US_ASCII));
    }
}
