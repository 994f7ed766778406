package io.medevac.domain.remediation.gate;

import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.ORDER;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationHeld;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.domain.remediation.step.Remediation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that fails again right after it came back. */
class CooldownGateTest {

    /** The incident before ended, and the node became ready, so many minutes before now. */
    @ParameterizedTest
    @CsvSource({
        "     ,    1, READY,       NotOutLately",
        "    0,   60, READY,       FailedAgain",
        "    9,   60, READY,       FailedAgain",
        "   10,   60, READY,       Over",
        "  120,    9, READY,       FailedAgain",
        "  120,   10, READY,       Over",
        "  120,    9, NOT_READY,   Over",
        "  120,    9, UNREACHABLE, Over",
        "10079,    9, READY,       FailedAgain",
        "10080,    9, READY,       NotOutLately",
    })
    void holdsUntilTheCooldownIsOver(
            @Nullable Integer endedBefore, int readyBefore, Readiness readiness, String reason) {
        Samples.Node node =
                faulty().readiness(readiness, T0.minus(Duration.ofMinutes(readyBefore)));

        assertThat(ask(Samples.incident(), node, ended(endedBefore)).reason()).isEqualTo(reason);
    }

    @Test
    void theAnswerNamesWhen() {
        assertThat(ask(Samples.incident(), faulty(), ended(4)))
                .returns(true, GateAnswer::holds)
                .returns(
                        "taken out before, back since 2026-01-01T00:00:00Z, failed again: left alone"
                                + " until 2026-01-01T00:10:00Z",
                        GateAnswer::detail);
    }

    @Test
    void anApprovalLetsItThrough() {
        Incident approved = Samples.incident().with(new Fact.Approved(EVENT, ORDER));

        assertThat(ask(approved, faulty(), ended(4))).returns(false, GateAnswer::holds);
    }

    @Test
    void aCooldownOfZeroNeverHolds() {
        RemediationPolicy off =
                new RemediationPolicy(
                        Samples.ENFORCE.defaults().withCooldown(Duration.ZERO),
                        Map.of(),
                        List.of());

        assertThat(
                        new CooldownGate()
                                .ask(
                                        Samples.look(
                                                Samples.incident(),
                                                seen(faulty()),
                                                off,
                                                Surroundings.NONE.lastOut(ended(0)),
                                                T0))
                                .holds())
                .isFalse();
    }

    @Test
    void theHoldSaysWhatToTypeAndOpensByItself() {
        Surroundings around = Surroundings.NONE.lastOut(T0);

        var held = decide(Samples.incident(), around, T0);
        var open = decide(held.next(), around, T0.plus(Duration.ofMinutes(10)));

        assertThat(((RemediationHeld) held.events().getFirst()).whatToDo())
                .contains("medevac approve " + Samples.INCIDENT)
                .contains("look at the node first");
        assertThat(held.effects()).isEmpty();
        assertThat(open.effects()).hasSize(1);
    }

    private static io.medevac.domain.remediation.incident.Decision decide(
            Incident incident, Surroundings around, Instant now) {
        return Remediation.decide(incident, seen(faulty()).view(), around, Samples.ENFORCE, now);
    }

    private static @Nullable Instant ended(@Nullable Integer minutesBefore) {
        return minutesBefore == null ? null : T0.minus(Duration.ofMinutes(minutesBefore));
    }

    private static GateAnswer ask(Incident incident, Samples.Node node, @Nullable Instant lastOut) {
        return new CooldownGate()
                .ask(
                        Samples.look(
                                incident,
                                seen(node),
                                Samples.ENFORCE,
                                Surroundings.NONE.lastOut(lastOut),
                                T0));
    }
}
