package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import org.jspecify.annotations.Nullable;

/** Does the node serve in a pool? Without one there is no limit to keep and no spare to take. */
public final class PoolGate implements Gate {

    @Override
    public String name() {
        return "pool";
    }

    @Override
    public GateAnswer ask(Look look) {
        @Nullable String pool = look.incident().pool();
        return pool == null
                ? GateAnswer.hold(name(), "NoPool", "the node has no label " + WellKnown.POOL_LABEL)
                : GateAnswer.pass(name(), "InPool", pool);
    }
}
