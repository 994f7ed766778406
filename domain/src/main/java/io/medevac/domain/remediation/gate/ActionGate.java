package io.medevac.domain.remediation.gate;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.remediation.incident.GateAnswer;

/** Does the fault need the node out? An application's fault or an unknown one never does. */
public final class ActionGate implements Gate {

    @Override
    public String name() {
        return GateAnswer.ACTION;
    }

    @Override
    public GateAnswer ask(Look look) {
        Fault fault = look.incident().fault();
        String inputs = fault.action() + ", " + fault.severity() + ", scope " + fault.scope();
        return switch (fault.scope()) {
            case APPLICATION ->
                    GateAnswer.hold(name(), "ApplicationFault", "the application's own: " + inputs);
            case MONITORING ->
                    GateAnswer.hold(
                            name(), "Blind", "a source is blind, neither healthy nor broken");
            case UNKNOWN ->
                    GateAnswer.hold(name(), "UnknownFault", "not known what is broken: " + inputs);
            case GPU, NVLINK, SWITCH, NIC, HOST -> ofHardware(fault, inputs);
        };
    }

    private GateAnswer ofHardware(Fault fault, String inputs) {
        if (!fault.action().takesNodeOut()) {
            return GateAnswer.hold(name(), "ActionLeavesNodeIn", inputs);
        }
        return fault.severity() == Severity.CRITICAL
                ? GateAnswer.pass(name(), "ActionTakesNodeOut", inputs)
                : GateAnswer.hold(name(), "NotCritical", inputs);
    }
}
