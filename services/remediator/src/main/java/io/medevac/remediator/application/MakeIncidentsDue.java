package io.medevac.remediator.application;

import io.medevac.remediator.port.IncidentStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;

/** Something changed: the incidents that it may concern are looked at again. */
@ApplicationScoped
public class MakeIncidentsDue {
    private final IncidentStore store;

    MakeIncidentsDue(IncidentStore store) {
        this.store = store;
    }

    /** Nodes, or nodes of pools, have changed. */
    public void onClusterChange(Set<String> nodes, Set<String> pools) {
        store.makeDue(nodes, pools);
    }

    /** The policy has changed. */
    public void onPolicyChange() {
        store.makeAllDue();
    }
}
