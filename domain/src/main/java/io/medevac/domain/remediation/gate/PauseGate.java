package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Order;

/** Has a person paused the whole cluster? Stops what is new, never what brings a node back. */
public final class PauseGate implements Gate {

    @Override
    public String name() {
        return "pause";
    }

    @Override
    public GateAnswer ask(Look look) {
        Order pause = look.surroundings().orders().pause();
        return pause == null
                ? GateAnswer.pass(name(), "NotPaused", "not paused")
                : GateAnswer.hold(name(), "Paused", "paused " + pause.words());
    }
}
