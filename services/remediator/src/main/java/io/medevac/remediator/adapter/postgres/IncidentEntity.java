package io.medevac.remediator.adapter.postgres;

import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.OpenIncident.Wait;
import io.medevac.worklist.StateJson;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An incident: the whole of it as JSON, and beside that what others must find by. */
@Entity
@Table(name = "incident")
class IncidentEntity {
    @Id UUID id;

    @Column(nullable = false)
    String node;

    @Nullable String pool;

    @Column(nullable = false)
    String state;

    @Column(nullable = false)
    boolean open;

    @Column(name = "in_flight", nullable = false)
    boolean inFlight;

    @Column(name = "waits_for_slot", nullable = false)
    boolean waitsForSlot;

    @Column(name = "waits_for_spare", nullable = false)
    boolean waitsForSpare;

    @Column(name = "watches_pool", nullable = false)
    boolean watchesPool;

    @Nullable String replacement;

    @Column(name = "node_uid")
    @Nullable String nodeUid;

    @Column(name = "boot_id")
    @Nullable String bootId;

    @Column(name = "takes_node_out", nullable = false)
    boolean takesNodeOut;

    @Column(name = "took_node_out", nullable = false)
    boolean tookNodeOut;

    @Column(name = "ended_at")
    @Nullable Instant endedAt;

    @Column(name = "only_blind", nullable = false)
    boolean onlyBlind;

    @Column(name = "opened_at", nullable = false)
    Instant openedAt;

    @Column(nullable = false, columnDefinition = "text")
    String body;

    /** For Hibernate. */
    protected IncidentEntity() {}

    IncidentEntity(Incident incident) {
        id = incident.id();
        set(incident);
    }

    /** Takes the incident's new state. */
    final void set(Incident incident) {
        OpenIncident known = OpenIncident.of(incident);
        node = incident.node();
        pool = incident.pool();
        state = incident.state().name().word();
        open = !incident.closed();
        inFlight = known.inFlight();
        waitsForSlot = known.waitsFor() == Wait.LIMITS;
        waitsForSpare = known.waitsFor() == Wait.SPARE;
        watchesPool = OpenIncident.watchesPool(incident);
        replacement = known.replacement();
        onlyBlind = known.onlyBlind();
        nodeUid = incident.machine().nodeUid();
        bootId = incident.machine().bootId();
        takesNodeOut = incident.fault().action().takesNodeOut();
        tookNodeOut = incident.tookNodeOut();
        endedAt = incident.closed() ? incident.state().since() : null;
        openedAt = incident.openedAt();
        body = StateJson.write(incident, Incident.class);
    }

    Incident incident() {
        return StateJson.read(body, Incident.class);
    }

    private Wait waitsFor() {
        if (waitsForSlot) {
            return Wait.LIMITS;
        }
        return waitsForSpare ? Wait.SPARE : Wait.NOTHING;
    }

    OpenIncident known() {
        return new OpenIncident(
                id, node, pool, openedAt, inFlight, waitsFor(), replacement, onlyBlind);
    }
}
