package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Order;

/** Does a person hold the node? Then no further step is begun on it. */
public final class HoldGate implements Gate {

    @Override
    public String name() {
        return "hold";
    }

    @Override
    public GateAnswer ask(Look look) {
        Order hold = look.surroundings().orders().hold(look.incident().node());
        return hold == null
                ? GateAnswer.pass(name(), "NotHeld", "nobody holds the node")
                : GateAnswer.hold(name(), "NodeHeld", "held " + hold.words());
    }
}
