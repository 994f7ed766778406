package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.INCIDENT;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.node;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.replacement;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.spare;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Releasing;
import io.medevac.domain.remediation.incident.IncidentState.Replacing;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeReplaced;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationHeld;
import io.medevac.domain.remediation.incident.Replacement;
import io.medevac.domain.remediation.incident.StateName;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplaceTest {
    private final Incident unpicked = in(new Replacing(T0, null));
    private final Incident picked = in(new Replacing(T0, replacement("gpu-8", false)));
    private final Incident claimed = in(new Replacing(T0, replacement("gpu-8", true)));

    @Test
    void storesItsPickBeforeItClaims() {
        Decision decision =
                decide(
                        unpicked,
                        seen(quarantined())
                                .spares(spare("gpu-9"), spare("gpu-8"), spare("gpu-7").gpus(7, 8)),
                        T0);

        assertThat(pick(decision))
                .isNotNull()
                .returns("gpu-8", Replacement::node)
                .returns(false, Replacement::claimed)
                .returns("warm-spare", Replacement::provider);
        assertThat(decision.effects())
                .singleElement()
                .isInstanceOfSatisfying(
                        Effect.ClaimSpare.class,
                        claim -> assertThat(claim.target()).isEqualTo("gpu-8"));
    }

    @Test
    void holdsWithoutASpareAndGoesOnWhenOneAppears() {
        Decision held = decide(unpicked, seen(quarantined()), T0);
        Decision again = decide(held.next(), seen(quarantined()), T0.plusSeconds(30));
        Decision there =
                decide(
                        again.next(),
                        seen(quarantined()).spares(spare("gpu-8")),
                        T0.plusSeconds(60));

        assertThat(held.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        RemediationHeld.class,
                        event -> {
                            assertThat(event.interrupted()).isEqualTo(StateName.REPLACING);
                            assertThat(event.answers())
                                    .extracting(GateAnswer::reason)
                                    .containsExactly("NoSpare");
                            assertThat(event.whatToDo()).contains("medevac.io/spare=training");
                        });
        assertThat(held.next().state().inFlight()).isTrue();
        assertThat(again.events()).isEmpty();
        assertThat(there.next().state().name()).isEqualTo(StateName.REPLACING);
        assertThat(there.effects()).hasSize(1);
    }

    @Test
    void swapsAsSoonAsItsClaimIsSeenAndNotBefore() {
        Decision unseen = decide(picked, seen(quarantined()).spares(spare("gpu-8")), T0);
        Decision seen =
                decide(picked, seen(quarantined()).spares(spare("gpu-8").claim(INCIDENT)), T0);

        assertThat(pick(unseen)).isNotNull().returns(false, Replacement::claimed);
        assertThat(unseen.effects()).singleElement().isInstanceOf(Effect.ClaimSpare.class);
        assertThat(pick(seen)).isNotNull().returns(true, Replacement::claimed);
        assertThat(seen.effects())
                .hasExactlyElementsOfTypes(Effect.RetireNode.class, Effect.AdmitSpare.class);
    }

    @Test
    void takesAnotherOneWhenItsPickIsTakenByAnotherIncident() {
        Decision decision =
                decide(
                        picked,
                        seen(quarantined()).spares(spare("gpu-8").claim(new UUID(7, 7))),
                        T0);

        assertThat(pick(decision)).isNull();
        assertThat(decision.effects()).isEmpty();
    }

    @Test
    void takesAnotherOneWhenItsPickIsGoneOrAnotherMachine() {
        assertThat(pick(decide(claimed, seen(quarantined()), T0))).isNull();
        assertThat(
                        pick(
                                decide(
                                        claimed,
                                        seen(quarantined())
                                                .spares(spare("gpu-8").machine("other", "b")),
                                        T0)))
                .isNull();
    }

    @Test
    void retiresTheOldNodeAndAdmitsTheNewOne() {
        Decision decision =
                decide(claimed, seen(quarantined()).spares(spare("gpu-8").claim(INCIDENT)), T0);

        assertThat(decision.effects())
                .containsExactly(
                        new Effect.RetireNode(quarantined().view(), "replace_node"),
                        new Effect.AdmitSpare(spare("gpu-8").claim(INCIDENT).view(), "training"));
    }

    @Test
    void repeatsOnlyWhatIsNotDoneYet() {
        Decision retiredOnly =
                decide(claimed, seen(retired()).spares(spare("gpu-8").claim(INCIDENT)), T0);
        Decision admittedOnly = decide(claimed, seen(quarantined()).spares(admitted()), T0);

        assertThat(retiredOnly.effects()).singleElement().isInstanceOf(Effect.AdmitSpare.class);
        assertThat(admittedOnly.effects()).singleElement().isInstanceOf(Effect.RetireNode.class);
        assertThat(admittedOnly.next().state().name()).isEqualTo(StateName.REPLACING);
    }

    @Test
    void tellsOnlyWhatWasSeenServing() {
        Decision decision = decide(claimed, seen(retired()).spares(admitted()), T0.plusSeconds(1));

        assertThat(decision.next().state().name()).isEqualTo(StateName.VERIFYING);
        assertThat(decision.events())
                .containsExactly(new NodeReplaced(replacement("gpu-8", true), "training"));
    }

    @Test
    void replacesANodeThatIsGone() {
        Decision decision = decide(claimed, seen(null).spares(admitted()), T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.VERIFYING);
    }

    @Test
    void givesASpareBackThatFailsBeforeItIsIn() {
        Samples.Node dying = spare("gpu-8").claim(INCIDENT).readiness(Readiness.UNREACHABLE, T0);

        Decision decision = decide(claimed, seen(quarantined()).spares(dying), T0);
        Decision then =
                decide(
                        decision.next(),
                        seen(quarantined())
                                .spares(
                                        spare("gpu-8").readiness(Readiness.UNREACHABLE, T0),
                                        spare("gpu-9")),
                        T0);

        assertThat(decision.effects()).containsExactly(new Effect.UnclaimSpare(dying.view()));
        assertThat(pick(then)).isNull();
    }

    @Test
    void waitsForAReplacementThatIsNotReadyYet() {
        Decision decision =
                decide(
                        claimed,
                        seen(retired()).spares(admitted().readiness(Readiness.NOT_READY, T0)),
                        T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.REPLACING);
        assertThat(decision.effects()).isEmpty();
        assertThat(decision.lookAgainAt()).isEqualTo(T0.plusSeconds(5));
    }

    @Test
    void tellsAPersonWhenTheApiRefusesForLong() {
        Decision decision =
                decide(
                        claimed,
                        seen(quarantined())
                                .spares(spare("gpu-8").claim(INCIDENT))
                                .attempt("AdmitSpare", Attempt.Result.FORBIDDEN, "cannot patch"),
                        T0.plusSeconds(120));

        assertThat(decision.next().state().name()).isEqualTo(StateName.HELD);
        assertThat(decision.events()).hasSize(1);
    }

    @Test
    void remembersItsClaimWhenSomebodyTakesOver() {
        Decision decision =
                decide(claimed, seen(quarantined().uncordoned()).spares(admitted()), T0);

        assertThat(((Releasing) decision.next().state()).claimed())
                .isEqualTo(replacement("gpu-8", true));
    }

    private static Samples.Node retired() {
        return quarantined()
                .without(WellKnown.POOL_LABEL)
                .label(WellKnown.REPAIR_LABEL, "replace_node");
    }

    private static Samples.Node admitted() {
        return node("gpu-8").label(WellKnown.POOL_LABEL, "training");
    }

    private static @Nullable Replacement pick(Decision decision) {
        return ((Replacing) decision.next().state()).pick();
    }
}
