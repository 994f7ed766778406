package io.medevac.notifier.adapter.postgres;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** A row of {@code told}. */
@Entity
@Table(name = "told")
class ToldRow {

    @Id
    @Column(name = "group_id")
    UUID groupId;

    String state;

    @Column(name = "updated_at")
    Instant updatedAt;
}
