package io.medevac.detector.adapter.postgres;

import io.medevac.detector.port.SourceState;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** What a source is remembered by. */
@Entity
@Table(name = "source_state")
class SourceStateEntity {
    @Id String key;

    @Column(nullable = false)
    long version;

    @Column(nullable = false)
    String body;

    /** For Hibernate. */
    protected SourceStateEntity() {}

    SourceState state() {
        return new SourceState(key, version, body);
    }
}
