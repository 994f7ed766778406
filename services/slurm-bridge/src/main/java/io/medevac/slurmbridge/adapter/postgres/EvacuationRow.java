package io.medevac.slurmbridge.adapter.postgres;

import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.worklist.StateJson;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** An evacuation as a row: the state as JSON, beside it what is searched by. */
@Entity
@Table(name = "evacuation")
class EvacuationRow {
    @Id UUID incident;

    @Column(nullable = false)
    String node;

    @Column(nullable = false)
    boolean open;

    @Column(nullable = false)
    String state;

    /** For Hibernate. */
    protected EvacuationRow() {
        incident = new UUID(0, 0);
        node = "";
        state = "";
    }

    static EvacuationRow of(Evacuation evacuation) {
        EvacuationRow row = new EvacuationRow();
        row.incident = evacuation.subject().incident();
        row.take(evacuation);
        return row;
    }

    void take(Evacuation evacuation) {
        node = evacuation.subject().node();
        open = !evacuation.over();
        state = StateJson.write(evacuation, Evacuation.class);
    }

    Evacuation evacuation() {
        return StateJson.read(state, Evacuation.class);
    }
}
