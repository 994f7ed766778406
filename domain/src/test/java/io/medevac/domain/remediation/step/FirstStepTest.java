package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.INCIDENT;
import static io.medevac.domain.remediation.Samples.POD;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.pod;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.spare;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Assessing;
import io.medevac.domain.remediation.incident.IncidentState.Draining;
import io.medevac.domain.remediation.incident.IncidentState.Replacing;
import io.medevac.domain.remediation.incident.IncidentState.Vacating;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeDrained;
import io.medevac.domain.remediation.incident.StateName;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A state that begins does its first step in the same look: each look more is time of the job. */
class FirstStepTest {
    private final Incident vacated =
            in(new Vacating(T0))
                    .with(new Fact.NodeVacated(EVENT, "gpu-1", List.of(12L), List.of()));
    private final Incident drained = in(new Draining(T0, List.of(), false));

    @Test
    void theQuarantineBeginsWithTheCordon() {
        Decision decision =
                decide(in(new Assessing(T0)), seen(faulty()).spares(spare("gpu-8")), T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.QUARANTINING);
        assertThat(decision.effects())
                .singleElement()
                .isInstanceOf(Effect.CordonAndTaint.class)
                .returns("gpu-1", Effect::target);
    }

    @Test
    void theDrainBeginsWithTheEvictionsAndRemembersWhomItAsked() {
        Decision decision =
                decide(vacated, seen(quarantined()).pods(pod(POD, PodKind.EVICTABLE, false)), T0);

        assertThat(decision.effects()).containsExactly(new Effect.EvictPod(POD));
        assertThat(((Draining) decision.next().state()).asked()).containsExactly(POD);
    }

    @Test
    void theReplacementBeginsWithItsPick() {
        Decision decision = decide(drained, seen(quarantined()).spares(spare("gpu-8")), T0);

        assertThat(decision.events()).singleElement().isInstanceOf(NodeDrained.class);
        assertThat(Objects.requireNonNull(((Replacing) decision.next().state()).pick()).node())
                .isEqualTo("gpu-8");
        assertThat(decision.effects()).hasOnlyElementsOfType(Effect.ClaimSpare.class).hasSize(1);
        assertThat(decision.lookAgainAt()).isEqualTo(T0);
    }

    @Test
    void aReleaseBeginsWithTheReleaseOfTheNode() {
        Samples.Node taken = quarantined().uncordoned();

        Decision decision = decide(drained, seen(taken), T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.RELEASING);
        assertThat(decision.effects())
                .containsExactly(new Effect.ReleaseNode(taken.view(), INCIDENT, false));
    }

    @Test
    void aFirstStepThatWouldBeAnotherTransitionWaitsForTheNextLook() {
        Decision empty = decide(vacated, seen(quarantined()).spares(spare("gpu-8")), T0);
        Decision noSpare = decide(drained, seen(quarantined()), T0);

        assertThat(empty.next().state()).isEqualTo(new Draining(T0, List.of(), false));
        assertThat(empty.effects()).isEmpty();
        assertThat(empty.lookAgainAt()).isEqualTo(T0);
        assertThat(noSpare.next().state()).isEqualTo(new Replacing(T0, null));
        assertThat(noSpare.events()).singleElement().isInstanceOf(NodeDrained.class);
        assertThat(noSpare.lookAgainAt()).isEqualTo(T0);
    }

    @Test
    void whatWasRefusedInTheLastStateSaysNothingAboutThis() {
        Decision decision =
                decide(
                        drained,
                        seen(quarantined())
                                .spares(spare("gpu-8"))
                                .attempt("EvictPod", Attempt.Result.FORBIDDEN, "cannot evict"),
                        T0);

        assertThat(decision.effects()).hasOnlyElementsOfType(Effect.ClaimSpare.class).hasSize(1);
    }
}
