package io.medevac.slurmbridge.adapter.postgres;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** The reason of a Slurm node that was told last. */
@Entity
@Table(name = "closed_node")
class ClosedNodeRow {
    @Id
    @Column(name = "slurm_node")
    String slurmNode;

    @Column(nullable = false)
    String reason;

    @Column(name = "set_at", nullable = false)
    Instant setAt;

    /** For Hibernate. */
    protected ClosedNodeRow() {
        slurmNode = "";
        reason = "";
        setAt = Instant.EPOCH;
    }
}
