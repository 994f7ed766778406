package io.medevac.domain.remediation.gate;

import static io.medevac.domain.remediation.Samples.ENFORCE;
import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.ORDER;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.held;
import static io.medevac.domain.remediation.Samples.incident;
import static io.medevac.domain.remediation.Samples.look;
import static io.medevac.domain.remediation.Samples.other;
import static io.medevac.domain.remediation.Samples.paused;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.spare;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What persons order, as the gates see it. */
class OperatorGatesTest {

    private static final Incident APPROVED = incident().with(new Fact.Approved(EVENT, ORDER));

    @Test
    void aPauseHoldsAndSaysWhoAndWhy() {
        assertThat(new PauseGate().ask(at(incident(), faulty(), paused())))
                .isEqualTo(
                        GateAnswer.hold("pause", "Paused", "paused by ada@admin-0: looking at it"));
        assertThat(new PauseGate().ask(at(incident(), faulty(), Surroundings.NONE)).holds())
                .isFalse();
    }

    @Test
    void aHoldHoldsThatNodeOnly() {
        assertThat(new HoldGate().ask(at(incident(), faulty(), held("gpu-1"))))
                .isEqualTo(
                        GateAnswer.hold("hold", "NodeHeld", "held by ada@admin-0: looking at it"));
        assertThat(new HoldGate().ask(at(incident(), faulty(), held("gpu-2"))).holds()).isFalse();
    }

    @Test
    void aHeldNodeReplacesNone() {
        Look look = at(incident(), faulty(), held("gpu-9"));

        assertThat(SpareChecks.fit(spare("gpu-9").view(), look)).isFalse();
        assertThat(SpareChecks.fit(spare("gpu-8").view(), look)).isTrue();
    }

    @Test
    void eachStepAsksWhatItMust() {
        Look paused = at(incident(), faulty(), paused());
        Look held = at(incident(), faulty(), held("gpu-1"));

        assertThat(noes(Gates.beforeQuarantine(paused))).containsExactly("pause");
        assertThat(noes(Gates.beforeQuarantine(held))).containsExactly("hold");
        assertThat(noes(Gates.beforeDrain(paused))).containsExactly("pause");
        assertThat(noes(Gates.beforeDrain(held))).containsExactly("hold");
        assertThat(noes(Gates.beforeSwap(paused))).as("recovery goes on").isEmpty();
        assertThat(noes(Gates.beforeSwap(held))).containsExactly("hold");
    }

    @Test
    void anApprovalLetsDryRunThroughAndSaysSo() {
        Look look =
                look(APPROVED, seen(faulty()), RemediationPolicy.DEFAULT, Surroundings.NONE, T0);

        assertThat(new ModeGate().ask(look))
                .isEqualTo(
                        GateAnswer.pass(
                                "mode",
                                "Approved",
                                "dry-run, but approved by ada@admin-0: looking at it"));
    }

    @Test
    void anApprovalLetsAnOptOutThroughBeforeTheQuarantineAndBeforeTheDrain() {
        Samples.Node forbidding = faulty().label(WellKnown.OPT_OUT, WellKnown.FORBID);
        Look look = at(APPROVED, forbidding, Surroundings.NONE);

        assertThat(noes(Gates.beforeQuarantine(look))).isEmpty();
        assertThat(noes(Gates.beforeDrain(look))).isEmpty();
        assertThat(noes(Gates.beforeDrain(at(incident(), forbidding, Surroundings.NONE))))
                .containsExactly("opt-out");
    }

    @Test
    void anApprovalLetsNothingElseThrough() {
        Surroundings busy = Samples.around(other(1, "gpu-2", true, false));

        assertThat(noes(Gates.beforeQuarantine(at(APPROVED, faulty(), busy))))
                .contains("budget", "breaker");
        assertThat(noes(Gates.beforeQuarantine(at(APPROVED, faulty(), paused()))))
                .containsExactly("pause");
        assertThat(noes(Gates.beforeQuarantine(at(APPROVED, faulty(), held("gpu-1")))))
                .containsExactly("hold");
        assertThat(
                        noes(
                                Gates.beforeQuarantine(
                                        at(APPROVED, faulty().cordoned(), Surroundings.NONE))))
                .containsExactly("owner");
    }

    private static Look at(Incident incident, Samples.Node node, Surroundings around) {
        return look(incident, seen(node), ENFORCE, around, T0);
    }

    private static List<String> noes(List<GateAnswer> answers) {
        return GateAnswer.holding(answers).stream().map(GateAnswer::gate).toList();
    }
}
