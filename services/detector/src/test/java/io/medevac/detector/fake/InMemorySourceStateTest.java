package io.medevac.detector.fake;

import io.medevac.detector.contract.SourceStateContract;
import io.medevac.detector.port.DetectionStore;

class InMemorySourceStateTest extends SourceStateContract {
    private final InMemoryDetectionStore store = new InMemoryDetectionStore();

    @Override
    protected DetectionStore store() {
        return store;
    }
}
