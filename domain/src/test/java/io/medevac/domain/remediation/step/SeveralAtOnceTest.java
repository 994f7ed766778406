package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.ANSWERS;
import static io.medevac.domain.remediation.Samples.ENFORCE;
import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.INCIDENT;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.around;
import static io.medevac.domain.remediation.Samples.fault;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.replacement;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.spare;
import static io.medevac.domain.remediation.Samples.vacated;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentOrders;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.IncidentState.Assessing;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.incident.IncidentState.Replacing;
import io.medevac.domain.remediation.incident.IncidentState.Vacating;
import io.medevac.domain.remediation.incident.IncidentState.Verifying;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.OpenIncident.Wait;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationFailed;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Trouble that does not come alone: who is served, by which rule, and what becomes of the others.
 */
class SeveralAtOnceTest {

    private static final UUID OTHER = new UUID(9, 9);

    @Test
    void theSecondBadNodeOfAJobWaitsForTheFirst() {
        Decision decision =
                decide(in(new Assessing(T0)), seen(faulty()), around(inFlight("gpu-0", null)));

        assertThat(noes(decision)).containsExactly("budget", "breaker");
        assertThat(decision.effects()).isEmpty();
        assertThat(OpenIncident.of(decision.next()).waitsFor()).isEqualTo(Wait.LIMITS);
    }

    @Test
    void itGoesOnAsSoonAsTheFirstIsClosed() {
        Incident waiting =
                decide(in(new Assessing(T0)), seen(faulty()), around(inFlight("gpu-0", null)))
                        .next();

        assertThat(decide(waiting, seen(faulty()), Surroundings.NONE).next().state().name())
                .isEqualTo(StateName.QUARANTINING);
    }

    static Stream<Arguments> spares() {
        return Stream.of(
                Arguments.of(0, List.of("gpu-7"), "gpu-7"),
                Arguments.of(1, List.of("gpu-7"), null),
                Arguments.of(1, List.of("gpu-7", "gpu-8"), "gpu-8"),
                Arguments.of(2, List.of("gpu-7", "gpu-8"), null),
                Arguments.of(2, List.of("gpu-7", "gpu-8", "gpu-9"), "gpu-9"));
    }

    /** Nodes that wait for a spare, older ones before this one, and the spares there are. */
    @ParameterizedTest
    @MethodSource("spares")
    void sparesAreGivenToTheOldestFirst(int older, List<String> spares, @Nullable String picked) {
        OpenIncident[] others =
                Stream.iterate(1, i -> i + 1)
                        .limit(older)
                        .map(i -> waitsForSpare(i, "gpu-2" + i))
                        .toArray(OpenIncident[]::new);

        Decision decision =
                decide(
                        in(new Replacing(T0, null), vacated()),
                        seen(quarantined())
                                .spares(
                                        spares.stream()
                                                .map(Samples::spare)
                                                .toArray(Samples.Node[]::new)),
                        around(others));

        if (picked == null) {
            assertThat(noes(decision)).containsExactly("spare");
            assertThat(OpenIncident.of(decision.next()).waitsFor()).isEqualTo(Wait.SPARE);
        } else {
            assertThat(decision.effects()).extracting(Effect::target).containsExactly(picked);
        }
    }

    @Test
    void whoIsHeldByAPersonOrCameLaterTakesNoSpareFromAnybody() {
        OpenIncident later = waitsForSpare(-1, "gpu-2");
        OpenIncident heldByAda =
                OpenIncident.of(
                        in(
                                new Held(
                                        T0,
                                        new Replacing(T0, null),
                                        List.of(GateAnswer.hold("hold", "NodeHeld", "ada")))));

        Decision decision =
                decide(
                        in(new Replacing(T0, null), vacated()),
                        seen(quarantined()).spares(spare("gpu-7")),
                        around(later));

        assertThat(heldByAda.waitsFor()).isEqualTo(Wait.NOTHING);
        assertThat(decision.effects()).hasOnlyElementsOfType(Effect.ClaimSpare.class).hasSize(1);
    }

    @Test
    void aSecondFaultUnderRepairJoinsAndTheWorseOneDecides() {
        Incident milder =
                Incident.open(
                        INCIDENT,
                        "gpu-1",
                        Samples.MACHINE,
                        fault(FaultScope.GPU, Severity.CRITICAL, RecommendedAction.RESET_GPU),
                        EVENT,
                        T0,
                        T0);
        Fact worse = new Fact.FaultJoined(OTHER, Samples.fatal(), T0.plusSeconds(1));

        Incident both = milder.with(worse);

        assertThat(both.faults()).hasSize(2);
        assertThat(both.fault().action()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(both.with(worse)).as("told twice").isEqualTo(both);
        assertThat(in(new Vacating(T0)).with(worse).state()).isEqualTo(new Vacating(T0));
    }

    @Test
    void aWorseFaultTakesOutANodeThatAMilderOneLeftIn() {
        Incident milder =
                Incident.open(
                        INCIDENT,
                        "gpu-1",
                        Samples.MACHINE,
                        fault(FaultScope.GPU, Severity.INFO, RecommendedAction.CONTACT_SUPPORT),
                        EVENT,
                        T0,
                        T0);

        Decision held = decide(milder, seen(faulty()), Surroundings.NONE);
        Incident worse = held.next().with(new Fact.FaultJoined(OTHER, Samples.fatal(), T0));
        Decision taken = decide(worse, seen(faulty()), Surroundings.NONE);

        assertThat(noes(held)).containsExactly("action");
        assertThat(taken.effects()).hasOnlyElementsOfType(Effect.CordonAndTaint.class).hasSize(1);
    }

    @Test
    void theRepairWrittenOnTheNodeIsThatOfTheWorstFaultAtTheSwap() {
        Incident milder =
                new Incident(
                        INCIDENT,
                        "gpu-1",
                        Samples.MACHINE,
                        "training",
                        T0,
                        Incident.open(
                                        INCIDENT,
                                        "gpu-1",
                                        Samples.MACHINE,
                                        fault(
                                                FaultScope.GPU,
                                                Severity.CRITICAL,
                                                RecommendedAction.RESET_GPU),
                                        EVENT,
                                        T0,
                                        T0)
                                .faults(),
                        vacated(),
                        new Replacing(T0, replacement("gpu-8", true)),
                        List.of(),
                        EVENT,
                        IncidentOrders.NONE);
        Samples.Seen seen = seen(quarantined()).spares(spare("gpu-8").claim(INCIDENT));

        assertThat(repair(decide(milder, seen, Surroundings.NONE))).isEqualTo("reset_gpu");
        assertThat(
                        repair(
                                decide(
                                        milder.with(
                                                new Fact.FaultJoined(OTHER, Samples.fatal(), T0)),
                                        seen,
                                        Surroundings.NONE)))
                .isEqualTo("replace_node");
    }

    private static String repair(Decision decision) {
        return ((Effect.RetireNode) decision.effects().getFirst()).repair();
    }

    @Test
    void aLesserFaultMakesTheActionNoMilder() {
        Fact lesser =
                new Fact.FaultJoined(
                        OTHER,
                        fault(FaultScope.APPLICATION, Severity.INFO, RecommendedAction.NONE),
                        T0);

        assertThat(in(new Vacating(T0)).with(lesser).fault()).isEqualTo(Samples.fatal());
    }

    @Test
    void aSpareWithAFaultIsNotClaimed() {
        Decision decision =
                decide(
                        in(new Replacing(T0, null), vacated()),
                        seen(quarantined()).spares(spare("gpu-8"), spare("gpu-9")),
                        around(Samples.other(1, "gpu-8", false, false)));

        assertThat(decision.effects()).extracting(Effect::target).containsExactly("gpu-9");
    }

    @Test
    void aClaimedSpareThatFailsIsGivenBackAndAnotherTaken() {
        Incident claimed = in(new Replacing(T0, replacement("gpu-8", true)), vacated());
        Surroundings failed =
                Surroundings.NONE.withFaultyMachines(
                        Set.of(new Machine("uid-gpu-8", "boot-gpu-8")));

        Decision unclaim =
                decide(
                        claimed,
                        seen(quarantined()).spares(spare("gpu-8").claim(INCIDENT), spare("gpu-9")),
                        failed);
        Decision forget =
                decide(
                        unclaim.next(),
                        seen(quarantined()).spares(spare("gpu-8"), spare("gpu-9")),
                        failed);
        Decision another =
                decide(
                        forget.next(),
                        seen(quarantined()).spares(spare("gpu-8"), spare("gpu-9")),
                        failed);

        assertThat(unclaim.effects())
                .hasOnlyElementsOfType(Effect.UnclaimSpare.class)
                .extracting(Effect::target)
                .containsExactly("gpu-8");
        assertThat(another.effects()).extracting(Effect::target).containsExactly("gpu-9");
    }

    @Test
    void theFaultOfASpareWaitsWhileItIsBroughtIn() {
        OpenIncident swapping = OpenIncident.of(in(new Replacing(T0, replacement("gpu-1", true))));

        Decision decision =
                decide(
                        in(new Assessing(T0)),
                        seen(faulty()),
                        around(
                                new OpenIncident(
                                        OTHER,
                                        "gpu-0",
                                        "training",
                                        T0,
                                        true,
                                        Wait.NOTHING,
                                        swapping.replacement(),
                                        false)));

        assertThat(noes(decision)).contains("owner");
    }

    @Test
    void onceItServesItIsANodeLikeAnyOther() {
        OpenIncident verifying = OpenIncident.of(in(new Verifying(T0, replacement("gpu-8", true))));

        assertThat(verifying.replacement()).isNull();
        assertThat(verifying.inFlight()).isTrue();
    }

    @Test
    void aReplacementThatFailsBeforeTheJobRunsEndsTheWaitAndFreesTheSlot() {
        Incident verifying = in(new Verifying(T0, replacement("gpu-8", true)), vacated(12L));
        OpenIncident again = Samples.other(-1, "gpu-8", false, true);

        Decision decision = decide(verifying, seen(quarantined()), around(again));

        assertThat(decision.next().state().name()).isEqualTo(StateName.ESCALATED);
        assertThat(decision.next().state().inFlight()).isFalse();
        assertThat(decision.events().getFirst())
                .isInstanceOfSatisfying(
                        RemediationFailed.class,
                        failed -> {
                            assertThat(failed.reason()).contains("gpu-8").contains("12");
                            assertThat(failed.whatToDo())
                                    .contains("medevac show " + again.id())
                                    .contains("squeue -j 12");
                        });
    }

    @Test
    void aReplacementWhoseFaultIsHeldForAnotherReasonIsWaitedFor() {
        Incident verifying = in(new Verifying(T0, replacement("gpu-8", true)), vacated(12L));

        Decision decision =
                decide(
                        verifying,
                        seen(quarantined()),
                        around(Samples.other(-1, "gpu-8", false, false)));

        assertThat(decision.next().state()).isEqualTo(verifying.state());
    }

    @Test
    void whatWasTakenOutIsKnownFromThePhases() {
        assertThat(in(new Assessing(T0)).tookNodeOut()).isFalse();
        assertThat(in(new IncidentState.Quarantining(T0, ANSWERS)).tookNodeOut()).isFalse();
        assertThat(in(new Vacating(T0)).tookNodeOut()).isTrue();
        assertThat(
                        in(new Vacating(T0))
                                .movedTo(new IncidentState.Escalated(T0, "late"))
                                .tookNodeOut())
                .isTrue();
    }

    private static OpenIncident inFlight(String node, @Nullable String replacement) {
        return new OpenIncident(
                OTHER, node, "training", T0, true, Wait.NOTHING, replacement, false);
    }

    private static OpenIncident waitsForSpare(int olderBy, String node) {
        return new OpenIncident(
                new UUID(8, olderBy),
                node,
                "training",
                T0.minusSeconds(olderBy),
                true,
                Wait.SPARE,
                null,
                false);
    }

    private static Decision decide(Incident incident, Samples.Seen seen, Surroundings around) {
        return Remediation.decide(incident, seen.view(), around, ENFORCE, T0);
    }

    private static List<String> noes(Decision decision) {
        return decision.next().state() instanceof Held held
                ? GateAnswer.holding(held.answers()).stream().map(GateAnswer::gate).toList()
                : List.of();
    }
}
