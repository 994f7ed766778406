package io.medevac.detector.fake;

import io.medevac.detector.contract.DetectionStoreContract;
import io.medevac.detector.port.DetectionStore;

class InMemoryDetectionStoreTest extends DetectionStoreContract {
    private final InMemoryDetectionStore store = new InMemoryDetectionStore();

    @Override
    protected DetectionStore store() {
        return store;
    }
}
