package io.medevac.detector.adapter.postgres;

import io.medevac.domain.detection.KernelLogState;
import io.medevac.domain.detection.LogProgress;
import io.medevac.worklist.StateJson;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** How far a log has been taken in. */
@Entity
@Table(name = "log_progress")
@IdClass(LogKey.class)
class LogProgressEntity {
    @Id String stream;

    @Id String node;

    @Column(nullable = false)
    String origin;

    @Column(nullable = false)
    long next;

    @Column(nullable = false)
    String state;

    /** For Hibernate. */
    protected LogProgressEntity() {}

    LogProgress progress() {
        return new LogProgress(origin, next, StateJson.read(state, KernelLogState.class));
    }
}
