package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.ANSWERS;
import static io.medevac.domain.remediation.Samples.ENFORCE;
import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.INCIDENT;
import static io.medevac.domain.remediation.Samples.ORDER;
import static io.medevac.domain.remediation.Samples.POD;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.held;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.node;
import static io.medevac.domain.remediation.Samples.paused;
import static io.medevac.domain.remediation.Samples.pod;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.replacement;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.spare;
import static io.medevac.domain.remediation.Samples.vacated;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.IncidentState.Assessing;
import io.medevac.domain.remediation.incident.IncidentState.Draining;
import io.medevac.domain.remediation.incident.IncidentState.Escalated;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.incident.IncidentState.Quarantining;
import io.medevac.domain.remediation.incident.IncidentState.Recovered;
import io.medevac.domain.remediation.incident.IncidentState.Replacing;
import io.medevac.domain.remediation.incident.IncidentState.Vacating;
import io.medevac.domain.remediation.incident.IncidentState.Verifying;
import io.medevac.domain.remediation.incident.RemediationEvent.IncidentClosed;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeReleased;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationFailed;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationHeld;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A person's orders at each step: the end that follows, and what a pause or a hold stops. */
class HandoverTest {

    private static final Fact CANCEL = new Fact.CancelOrdered(EVENT, ORDER);
    private static final Fact RELEASE = new Fact.ReleaseOrdered(EVENT, ORDER);
    private static final Draining DRAINING = new Draining(T0, List.of(), false);
    private static final Replacing CLAIMED = new Replacing(T0, replacement("gpu-8", true));

    static Stream<Arguments> states() {
        return Stream.of(
                Arguments.of(new Assessing(T0), faulty(), StateName.CANCELLED),
                Arguments.of(heldIn(new Assessing(T0)), faulty(), StateName.CANCELLED),
                Arguments.of(heldIn(new Assessing(T0)), quarantined(), StateName.RELEASING),
                Arguments.of(new Quarantining(T0, ANSWERS), faulty(), StateName.RELEASING),
                Arguments.of(new Quarantining(T0, ANSWERS), quarantined(), StateName.RELEASING),
                Arguments.of(new Vacating(T0), quarantined(), StateName.RELEASING),
                Arguments.of(DRAINING, quarantined(), StateName.RELEASING),
                Arguments.of(heldIn(DRAINING), quarantined(), StateName.RELEASING),
                Arguments.of(new Replacing(T0, null), quarantined(), StateName.RELEASING),
                Arguments.of(CLAIMED, quarantined(), StateName.RELEASING),
                Arguments.of(heldIn(CLAIMED), quarantined(), StateName.RELEASING),
                Arguments.of(
                        new Verifying(T0, replacement("gpu-8", true)),
                        quarantined(),
                        StateName.CANCELLED));
    }

    @ParameterizedTest
    @MethodSource("states")
    void anOrderedEndFollowsAtEveryStepWhateverIsPausedOrHeld(
            IncidentState state, Samples.Node node, StateName next) {
        for (Surroundings around : List.of(Surroundings.NONE, paused(), held("gpu-1"))) {
            Decision decision = decide(in(state).with(CANCEL), node, around);

            assertThat(decision.next().state().name()).isEqualTo(next);
            assertThat(decision.effects())
                    .allSatisfy(each -> assertThat(each).isInstanceOf(Effect.ReleaseNode.class));
            assertThat(decision.events())
                    .singleElement()
                    .isInstanceOf(
                            next == StateName.RELEASING
                                    ? NodeReleased.class
                                    : IncidentClosed.class);
            assertThat(decision.events().toString())
                    .contains("cancelled by ada@admin-0: looking at it");
        }
    }

    @Test
    void aClaimedSpareIsGivenBackToo() {
        Decision decision = decide(in(CLAIMED).with(CANCEL), quarantined(), Surroundings.NONE);

        assertThat(decision.next().state())
                .isEqualTo(
                        new IncidentState.Releasing(
                                T0,
                                "cancelled by ada@admin-0: looking at it",
                                replacement("gpu-8", true),
                                false));
    }

    @Test
    void aReleaseAfterTheSwapClosesAndGivesTheOldNodeBack() {
        Incident verifying = in(new Verifying(T0, replacement("gpu-8", true))).with(RELEASE);

        Decision closed = decide(verifying, quarantined(), Surroundings.NONE);
        Decision releasing = decide(closed.next(), quarantined(), Surroundings.NONE);
        Decision released = decide(releasing.next(), faulty(), Surroundings.NONE);

        assertThat(closed.next().state().name()).isEqualTo(StateName.CANCELLED);
        assertThat(closed.lookAgainAt()).isEqualTo(T0);
        assertThat(releasing.effects())
                .containsExactly(new Effect.ReleaseNode(quarantined().view(), INCIDENT, true));
        assertThat(released.events())
                .containsExactly(new NodeReleased("released by ada@admin-0: looking at it"));
        assertThat(released.next().active()).isFalse();
        assertThat(released.lookAgainAt()).isNull();
    }

    @Test
    void aCancelAfterTheSwapLeavesTheOldNodeOut() {
        Incident verifying = in(new Verifying(T0, replacement("gpu-8", true))).with(CANCEL);

        Decision closed = decide(verifying, quarantined(), Surroundings.NONE);

        assertThat(closed.lookAgainAt()).isNull();
        assertThat(closed.next().active()).isFalse();
    }

    @Test
    void theNodeOfAnIncidentThatIsOverIsGivenBackAndItsEndStays() {
        for (IncidentState over :
                List.of(new Recovered(T0, "swapped"), new Escalated(T0, "late"))) {
            Incident asked = in(over).with(RELEASE);

            Decision first = decide(asked, quarantined(), Surroundings.NONE);
            Decision last = decide(first.next(), faulty(), Surroundings.NONE);

            assertThat(first.effects()).hasSize(1);
            assertThat(first.lookAgainAt()).isEqualTo(T0);
            assertThat(last.next()).isEqualTo(asked.givenBack());
            assertThat(last.next().state()).isEqualTo(over);
        }
    }

    @Test
    void whatCannotBeGivenBackIsToldToAPerson() {
        Decision decision =
                Samples.decide(
                        in(new Escalated(T0, "late")).with(RELEASE),
                        seen(quarantined())
                                .attempt("ReleaseNode", Attempt.Result.FORBIDDEN, "cannot patch"),
                        T0.plusSeconds(60));

        assertThat(decision.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        RemediationFailed.class,
                        failed -> {
                            assertThat(failed.reason()).contains("cannot patch");
                            assertThat(failed.whatToDo()).contains("kubectl taint node gpu-1");
                        });
        assertThat(decision.next().active()).isFalse();
    }

    @Test
    void anotherMachineOfTheSameNameIsNotTouched() {
        Decision decision =
                decide(
                        in(new Recovered(T0, "swapped")).with(RELEASE),
                        quarantined().machine("other", "other"),
                        Surroundings.NONE);

        assertThat(decision.effects()).isEmpty();
        assertThat(decision.next().active()).isFalse();
    }

    @Test
    void aPauseStopsEvictionsAndNothingAfterThem() {
        Incident draining = in(DRAINING, vacated());
        var pods = seen(quarantined()).pods(pod(POD, PodKind.EVICTABLE, false));

        Decision held = Remediation.decide(draining, pods.view(), paused(), ENFORCE, T0);
        Decision empty = decide(draining, quarantined(), paused());
        Decision swap =
                Remediation.decide(
                        in(new Replacing(T0, null), vacated()),
                        seen(quarantined()).spares(spare("gpu-8")).view(),
                        paused(),
                        ENFORCE,
                        T0);

        assertThat(noes(held)).containsExactly("pause");
        assertThat(held.effects()).isEmpty();
        assertThat(empty.next().state().name()).isEqualTo(StateName.REPLACING);
        assertThat(swap.effects()).hasOnlyElementsOfType(Effect.ClaimSpare.class).hasSize(1);
    }

    @Test
    void jobsThatAreLeavingGoOnLeavingUnderPauseAndHold() {
        for (Surroundings around : List.of(paused(), held("gpu-1"))) {
            Decision decision = decide(in(new Vacating(T0), vacated()), quarantined(), around);

            assertThat(decision.next().state().name()).isEqualTo(StateName.DRAINING);
        }
    }

    @Test
    void aHoldStopsTheSwapUntilHalfOfItIsDone() {
        Samples.Node retired =
                quarantined()
                        .without(WellKnown.POOL_LABEL)
                        .label(WellKnown.REPAIR_LABEL, "replace_node");
        var spare = spare("gpu-8").claim(INCIDENT);

        Decision before =
                Remediation.decide(
                        in(CLAIMED, vacated()),
                        seen(quarantined()).spares(spare).view(),
                        held("gpu-1"),
                        ENFORCE,
                        T0);
        Decision half =
                Remediation.decide(
                        in(CLAIMED, vacated()),
                        seen(retired).spares(spare).view(),
                        held("gpu-1"),
                        ENFORCE,
                        T0);

        assertThat(noes(before)).containsExactly("hold");
        assertThat(before.effects()).isEmpty();
        assertThat(half.effects()).hasOnlyElementsOfType(Effect.AdmitSpare.class).hasSize(1);
    }

    @Test
    void whatAHoldOrPauseStoppedGoesOnWhenItIsLifted() {
        Held held =
                new Held(
                        T0,
                        new Assessing(T0),
                        List.of(GateAnswer.hold("pause", "Paused", "paused")));

        Decision decision = decide(in(held), faulty(), Surroundings.NONE);

        assertThat(decision.next().state().name()).isEqualTo(StateName.QUARANTINING);
    }

    @Test
    void anApprovalEndsAHoldOfTheDryRun() {
        Incident approved = in(new Assessing(T0)).with(new Fact.Approved(EVENT, ORDER));

        Decision decision = Samples.decide(approved, seen(faulty()), RemediationPolicy.DEFAULT, T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.QUARANTINING);
    }

    @Test
    void theAdviceNamesTheVerbs() {
        assertThat(told(decide(in(new Assessing(T0)), faulty(), paused())))
                .contains("medevac resume");
        assertThat(told(decide(in(new Assessing(T0)), faulty(), held("gpu-1"))))
                .contains("medevac resume --node gpu-1");
        assertThat(
                        told(
                                Samples.decide(
                                        in(new Assessing(T0)),
                                        seen(faulty()),
                                        RemediationPolicy.DEFAULT,
                                        T0)))
                .contains("medevac approve " + INCIDENT);
    }

    private static Held heldIn(IncidentState.Interruptible state) {
        return new Held(T0, state, ANSWERS);
    }

    private static Decision decide(Incident incident, Samples.Node node, Surroundings around) {
        return Remediation.decide(
                incident,
                seen(node).spares(node("gpu-8").label(WellKnown.SPARE_LABEL, "training")).view(),
                around,
                ENFORCE,
                T0);
    }

    private static List<String> noes(Decision decision) {
        return decision.next().state() instanceof Held held
                ? GateAnswer.holding(held.answers()).stream().map(GateAnswer::gate).toList()
                : List.of();
    }

    private static String told(Decision decision) {
        return decision.events().stream()
                .map(event -> ((RemediationHeld) event).whatToDo())
                .findFirst()
                .orElseThrow();
    }
}
