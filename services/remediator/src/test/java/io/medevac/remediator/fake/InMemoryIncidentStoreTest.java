package io.medevac.remediator.fake;

import io.medevac.remediator.contract.CommandStoreContract;
import io.medevac.remediator.port.CommandStore;
import io.medevac.remediator.port.IncidentStore;
import java.util.UUID;

class InMemoryIncidentStoreTest extends CommandStoreContract {
    private final InMemoryIncidentStore store = new InMemoryIncidentStore();

    @Override
    protected CommandStore commands() {
        return store;
    }

    @Override
    protected IncidentStore store() {
        return store;
    }

    @Override
    protected boolean due(UUID id) {
        return store.takeDue().contains(id);
    }
}
