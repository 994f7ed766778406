package io.medevac.domain.remediation.gate;

import static io.medevac.domain.remediation.Samples.faulty;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.incident.GateAnswer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdentityGateTest {

    @Test
    void passesForTheSameBootOfTheSameMachine() {
        assertThat(ask(Samples.MACHINE, faulty()).holds()).isFalse();
    }

    @Test
    void holdsWhenTheFaultDoesNotSayWhichMachine() {
        assertThat(ask(new Machine("uid-gpu-1", null), faulty()).reason())
                .isEqualTo("UnknownMachine");
        assertThat(IdentityGate.whyOver(look(Machine.UNKNOWN, faulty()))).isEmpty();
    }

    @Test
    void holdsWhenTheNodeHasNoBootId() {
        assertThat(ask(Samples.MACHINE, faulty().machine("uid-gpu-1", null)).reason())
                .isEqualTo("UnknownMachine");
    }

    @Test
    void isOverWhenTheNodeIsGone() {
        assertThat(IdentityGate.whyOver(look(Samples.MACHINE, null)))
                .contains("node gpu-1 is gone");
    }

    @Test
    void isOverWhenTheNodeWasMadeAnew() {
        assertThat(
                        IdentityGate.whyOver(
                                look(Samples.MACHINE, faulty().machine("other", "boot-gpu-1"))))
                .contains("another machine has taken the name gpu-1");
    }

    @Test
    void isOverWhenTheNodeHasBootedSince() {
        assertThat(
                        IdentityGate.whyOver(
                                look(Samples.MACHINE, faulty().machine("uid-gpu-1", "later"))))
                .contains("node gpu-1 has booted since the fault");
    }

    private static GateAnswer ask(Machine machine, Samples.@Nullable Node node) {
        return new IdentityGate().ask(look(machine, node));
    }

    private static Look look(Machine machine, Samples.@Nullable Node node) {
        return Samples.look(Samples.incident(Samples.fatal(), machine), Samples.seen(node));
    }
}
