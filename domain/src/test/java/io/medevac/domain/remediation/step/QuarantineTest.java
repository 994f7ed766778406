package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.ANSWERS;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Quarantining;
import io.medevac.domain.remediation.incident.IncidentState.Releasing;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeQuarantined;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationHeld;
import io.medevac.domain.remediation.incident.StateName;
import org.junit.jupiter.api.Test;

class QuarantineTest {
    private final Incident incident = in(new Quarantining(T0, ANSWERS));

    @Test
    void tellsOnlyWhatWasSeenCordonedTaintedAndSigned() {
        Decision decision = decide(incident, seen(quarantined()), T0.plusMillis(20));

        assertThat(decision.next().state().name()).isEqualTo(StateName.VACATING);
        assertThat(decision.events())
                .containsExactly(new NodeQuarantined("training", ANSWERS, false, T0));
    }

    @Test
    void triesFromTheVersionTheGatesWereAskedAbout() {
        Decision decision = decide(incident, seen(faulty()), T0.plusMillis(20));

        assertThat(decision.next().state()).isEqualTo(incident.state());
        assertThat(decision.effects()).singleElement().isInstanceOf(Effect.CordonAndTaint.class);
    }

    @Test
    void triesAgainAtOnceAfterAConflict() {
        Decision decision =
                decide(
                        incident,
                        seen(faulty()).attempt("CordonAndTaint", Attempt.Result.CONFLICT, "409"),
                        T0.plusMillis(20));

        assertThat(decision.effects()).hasSize(1);
        assertThat(decision.lookAgainAt()).isEqualTo(T0.plusMillis(20));
    }

    @Test
    void waitsALittleAfterARefusal() {
        Decision decision =
                decide(
                        incident,
                        seen(faulty()).attempt("CordonAndTaint", Attempt.Result.FAILED, "500"),
                        T0.plusSeconds(1));

        assertThat(decision.effects()).isEmpty();
        assertThat(decision.lookAgainAt()).isEqualTo(T0.plusSeconds(6));
    }

    @Test
    void givesWayToSomebodyWhoCameInBetween() {
        Decision decision = decide(incident, seen(faulty().cordoned()), T0.plusMillis(20));

        assertThat(decision.next().state().name()).isEqualTo(StateName.HELD);
        assertThat(decision.next().state().inFlight()).isFalse();
        assertThat(decision.effects()).isEmpty();
    }

    @Test
    void tellsAPersonWhenItIsRefusedForLongAndGoesOnTrying() {
        Samples403 refusal = new Samples403();

        Decision told = decide(incident, refusal.seen(), T0.plusSeconds(61));
        Decision tries = decide(told.next(), seen(faulty()), T0.plusSeconds(66));
        Decision again = decide(tries.next(), refusal.seen(), T0.plusSeconds(66));
        Decision done = decide(again.next(), seen(quarantined()), T0.plusSeconds(70));

        assertThat(told.next().state().name()).isEqualTo(StateName.HELD);
        assertThat(told.next().state().inFlight()).isTrue();
        assertThat(told.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        RemediationHeld.class,
                        held -> {
                            assertThat(held.interrupted()).isEqualTo(StateName.QUARANTINING);
                            assertThat(GateAnswer.holding(held.answers()))
                                    .extracting(GateAnswer::reason)
                                    .containsExactly("PermissionMissing");
                            assertThat(held.whatToDo()).contains("k8s/rbac/remediator.yaml");
                        });
        assertThat(tries.effects()).hasSize(1);
        assertThat(tries.events()).isEmpty();
        assertThat(again.events()).isEmpty();
        assertThat(done.next().state().name()).isEqualTo(StateName.VACATING);
    }

    @Test
    void aServiceThatWasAwayForLongTriesBeforeItTells() {
        Decision decision = decide(incident, seen(faulty()), T0.plusSeconds(3600));

        assertThat(decision.next().state().name()).isEqualTo(StateName.QUARANTINING);
        assertThat(decision.effects()).hasSize(1);
    }

    @Test
    void endsWhenTheNodeIsGoneBeforeItWasTouched() {
        Decision decision = decide(incident, seen(null), T0.plusSeconds(1));

        assertThat(decision.next().state().name()).isEqualTo(StateName.NOT_NEEDED);
    }

    @Test
    void takesItsMarksOffANodeThatBootedInBetween() {
        Decision decision =
                decide(
                        incident,
                        seen(quarantined().machine("uid-gpu-1", "later")),
                        T0.plusSeconds(1));

        assertThat(decision.next().state())
                .isEqualTo(
                        new Releasing(
                                T0.plusSeconds(1),
                                "node gpu-1 has booted since the fault",
                                null,
                                false));
    }

    @Test
    void aPersonWhoUncordonsAtOnceHasTakenOver() {
        Decision decision = decide(incident, seen(quarantined().uncordoned()), T0.plusSeconds(1));

        assertThat(decision.next().state().name()).isEqualTo(StateName.RELEASING);
    }

    private static final class Samples403 {
        io.medevac.domain.remediation.Samples.Seen seen() {
            return io.medevac.domain.remediation.Samples.seen(faulty())
                    .attempt(
                            "CordonAndTaint",
                            Attempt.Result.FORBIDDEN,
                            "nodes \"gpu-1\" is forbidden: cannot patch");
        }
    }
}
