package io.medevac.domain.remediation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.incident.GateAnswer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ActionGateTest {
    private static final Set<FaultScope> HARDWARE =
            EnumSet.of(
                    FaultScope.GPU,
                    FaultScope.NVLINK,
                    FaultScope.SWITCH,
                    FaultScope.NIC,
                    FaultScope.HOST);
    private static final Set<RecommendedAction> TAKES_NODE_OUT =
            EnumSet.of(
                    RecommendedAction.RESET_GPU,
                    RecommendedAction.REBOOT_NODE,
                    RecommendedAction.REPLACE_NODE);

    @Test
    void passesOnlyCriticalHardwareFaultsWhoseActionTakesTheNodeOut() {
        List<String> wrong = new ArrayList<>();
        for (FaultScope scope : FaultScope.values()) {
            for (Severity severity : Severity.values()) {
                for (RecommendedAction action : RecommendedAction.values()) {
                    boolean expected =
                            HARDWARE.contains(scope)
                                    && severity == Severity.CRITICAL
                                    && TAKES_NODE_OUT.contains(action);
                    if (ask(scope, severity, action).holds() == expected) {
                        wrong.add(scope + " " + severity + " " + action);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void saysWhy() {
        assertThat(ask(FaultScope.APPLICATION, Severity.CRITICAL, RecommendedAction.REPLACE_NODE))
                .extracting(GateAnswer::reason)
                .isEqualTo("ApplicationFault");
        assertThat(ask(FaultScope.MONITORING, Severity.DEGRADED, RecommendedAction.NONE))
                .extracting(GateAnswer::reason)
                .isEqualTo("Blind");
        assertThat(ask(FaultScope.UNKNOWN, Severity.CRITICAL, RecommendedAction.REPLACE_NODE))
                .extracting(GateAnswer::reason)
                .isEqualTo("UnknownFault");
    }

    private static GateAnswer ask(FaultScope scope, Severity severity, RecommendedAction action) {
        return new ActionGate()
                .ask(
                        Samples.look(
                                Samples.incident(
                                        Samples.fault(scope, severity, action), Samples.MACHINE),
                                Samples.seen(Samples.faulty())));
    }
}
