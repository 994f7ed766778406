package io.medevac.remediator.fake;

import io.medevac.remediator.contract.IncidentStoreContract;
import io.medevac.remediator.port.IncidentStore;
import java.util.UUID;

class InMemoryIncidentStoreTest extends IncidentStoreContract {
    private final InMemoryIncidentStore store = new InMemoryIncidentStore();

    @Override
    protected IncidentStore store() {
        return store;
    }

    @Override
    protected boolean due(UUID id) {
        return store.takeDue().contains(id);
    }
}
