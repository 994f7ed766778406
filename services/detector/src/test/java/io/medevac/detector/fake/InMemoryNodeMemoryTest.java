package io.medevac.detector.fake;

import io.medevac.detector.contract.NodeMemoryContract;
import io.medevac.detector.port.NodeMemory;

class InMemoryNodeMemoryTest extends NodeMemoryContract {
    private final InMemoryNodeMemory memory = new InMemoryNodeMemory();

    @Override
    protected NodeMemory memory() {
        return memory;
    }
}
