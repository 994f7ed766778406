package io.medevac.slurmbridge.fake;

import io.medevac.slurmbridge.port.EvacuationStore;
import io.medevac.slurmbridge.port.EvacuationStoreContract;

/** The store in memory keeps the contract of the real one. */
class InMemoryEvacuationStoreTest extends EvacuationStoreContract {
    private final InMemoryEvacuationStore store = new InMemoryEvacuationStore();

    @Override
    protected EvacuationStore store() {
        return store;
    }
}
