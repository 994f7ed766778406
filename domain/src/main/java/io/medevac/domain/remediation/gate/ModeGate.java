package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.policy.Mode;

/** Is anything done at all, or for this incident because a person approved it? */
public final class ModeGate implements Gate {

    /** Its name. */
    public static final String NAME = "mode";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public GateAnswer ask(Look look) {
        if (look.limits().mode() == Mode.ENFORCE) {
            return GateAnswer.pass(name(), "Enforce", "enforce");
        }
        Order approval = look.incident().orders().approval();
        return approval == null
                ? GateAnswer.hold(name(), "DryRun", "dry-run: told, not done")
                : GateAnswer.approved(name(), "dry-run", approval);
    }
}
