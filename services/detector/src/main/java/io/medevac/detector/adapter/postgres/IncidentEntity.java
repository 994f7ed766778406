package io.medevac.detector.adapter.postgres;

import io.medevac.domain.detection.Incident;
import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.node.Machine;
import io.medevac.worklist.StateJson;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An incident. */
@Entity
@Table(name = "incident")
class IncidentEntity {
    private static final String UNKNOWN = "";

    @Id UUID id;

    @Column(nullable = false)
    String node;

    @Column(name = "node_uid", nullable = false)
    String nodeUid;

    @Column(name = "boot_id", nullable = false)
    String bootId;

    @Column(nullable = false)
    int occurrences;

    /** What its findings tell together, as JSON. */
    @Column(nullable = false)
    String dossier;

    @Column(name = "closed_at")
    @Nullable Instant closedAt;

    /** For Hibernate. */
    protected IncidentEntity() {}

    Incident incident() {
        return new Incident(
                id,
                new Machine(known(nodeUid), known(bootId)),
                occurrences,
                StateJson.read(dossier, Dossier.class));
    }

    private static @Nullable String known(String value) {
        return value.equals(UNKNOWN) ? null : value;
    }
}
