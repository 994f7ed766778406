package io.medevac.detector.adapter.postgres;

import io.medevac.domain.detection.WaitingSignal;
import io.medevac.worklist.StateJson;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** A signal whose boot Kubernetes has not shown yet. */
@Entity
@Table(name = "waiting_signal")
class WaitingSignalEntity {
    @Id UUID id;

    @Column(insertable = false, updatable = false)
    long seq;

    @Column(nullable = false)
    String node;

    @Column(nullable = false)
    String body;

    /** For Hibernate. */
    protected WaitingSignalEntity() {}

    WaitingSignal waiting() {
        return StateJson.read(body, WaitingSignal.class);
    }
}
