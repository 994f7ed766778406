package io.medevac.slurmbridge.fake;

import io.medevac.slurmbridge.port.ClosedNodes;
import io.medevac.slurmbridge.port.ClosedNodesContract;

class InMemoryClosedNodesTest extends ClosedNodesContract {
    private final ClosedNodes nodes = new InMemoryClosedNodes();

    @Override
    protected ClosedNodes nodes() {
        return nodes;
    }

    @Override
    protected boolean shared() {
        return false;
    }
}
