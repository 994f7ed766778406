package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.incident.GateAnswer;
import java.util.List;

/** Which gates are asked when, in the order in which they are told. */
public final class Gates {

    private static final List<Gate> BEFORE_QUARANTINE =
            List.of(
                    new ModeGate(),
                    new PauseGate(),
                    new HoldGate(),
                    new ActionGate(),
                    new OptOutGate(),
                    new OwnerGate(),
                    new IdentityGate(),
                    new PoolGate(),
                    new BudgetGate(),
                    new BreakerGate(),
                    new SpareGate());

    private static final List<Gate> BEFORE_DRAIN =
            List.of(new PauseGate(), new HoldGate(), new OptOutGate());

    private static final List<Gate> BEFORE_SWAP = List.of(new HoldGate());

    private Gates() {}

    /** Every gate before the node is touched; all are asked, whatever the first ones say. */
    public static List<GateAnswer> beforeQuarantine(Look look) {
        return ask(BEFORE_QUARANTINE, look);
    }

    /** What is asked once more before pods are evicted. */
    public static List<GateAnswer> beforeDrain(Look look) {
        return ask(BEFORE_DRAIN, look);
    }

    /**
     * What is asked before a healthy node is brought in. Not the pause: a node that is out is of no
     * use to anybody until its place is taken.
     */
    public static List<GateAnswer> beforeSwap(Look look) {
        return ask(BEFORE_SWAP, look);
    }

    private static List<GateAnswer> ask(List<Gate> gates, Look look) {
        return gates.stream().map(gate -> gate.ask(look)).toList();
    }
}
