package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.policy.Mode;

/** Is anything done at all? */
public final class ModeGate implements Gate {

    @Override
    public String name() {
        return "mode";
    }

    @Override
    public GateAnswer ask(Look look) {
        return look.limits().mode() == Mode.ENFORCE
                ? GateAnswer.pass(name(), "Enforce", "enforce")
                : GateAnswer.hold(name(), "DryRun", "dry-run: told, not done");
    }
}
