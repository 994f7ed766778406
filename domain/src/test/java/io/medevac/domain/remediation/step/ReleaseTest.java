package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.INCIDENT;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.replacement;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.spare;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Releasing;
import io.medevac.domain.remediation.incident.RemediationEvent.IncidentClosed;
import io.medevac.domain.remediation.incident.StateName;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReleaseTest {
    private final Incident incident =
            in(new Releasing(T0, "uncordoned", replacement("gpu-8", true), true));

    @Test
    void takesOffWhatIsOursAndGivesTheSpareBack() {
        Samples.Node left = quarantined().uncordoned();

        Decision decision = decide(incident, seen(left).spares(spare("gpu-8").claim(INCIDENT)), T0);

        assertThat(decision.effects())
                .containsExactly(
                        new Effect.ReleaseNode(left.view(), INCIDENT, false),
                        new Effect.UnclaimSpare(spare("gpu-8").claim(INCIDENT).view()));
        assertThat(decision.next()).isEqualTo(incident);
    }

    @Test
    void leavesACordonThatCameAfterOursWasLifted() {
        Incident cancelled = in(new Releasing(T0, "cancelled", null, false));

        Decision ours = decide(cancelled, seen(quarantined()), T0);
        Decision lifted = decide(ours.next(), seen(quarantined().uncordoned()), T0);
        Decision theirs = decide(lifted.next(), seen(quarantined()), T0);

        assertThat(ours.effects())
                .containsExactly(new Effect.ReleaseNode(quarantined().view(), INCIDENT, true));
        assertThat(theirs.effects())
                .containsExactly(new Effect.ReleaseNode(quarantined().view(), INCIDENT, false));
    }

    @Test
    void endsWhenNothingOfOursIsLeft() {
        Decision decision = decide(incident, seen(faulty()).spares(spare("gpu-8")), T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.CANCELLED);
        assertThat(decision.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        IncidentClosed.class,
                        closed -> assertThat(closed.reason()).isEqualTo("uncordoned"));
    }

    @Test
    void leavesAnotherIncidentsMarksAlone() {
        Decision decision = decide(incident, seen(faulty().quarantine(new UUID(7, 7))), T0);

        assertThat(decision.effects()).isEmpty();
        assertThat(decision.next().state().name()).isEqualTo(StateName.CANCELLED);
    }

    @Test
    void leavesANewMachineAlone() {
        Decision decision = decide(incident, seen(quarantined().machine("other", "other")), T0);

        assertThat(decision.effects()).isEmpty();
        assertThat(decision.next().state().name()).isEqualTo(StateName.CANCELLED);
    }

    @Test
    void asksAPersonWhenTheMarksCannotBeTakenOff() {
        Decision decision =
                decide(
                        incident,
                        seen(quarantined())
                                .attempt("ReleaseNode", Attempt.Result.FORBIDDEN, "cannot patch"),
                        T0.plusSeconds(60));

        assertThat(decision.next().state().name()).isEqualTo(StateName.ESCALATED);
        assertThat(decision.events()).hasSize(2);
    }
}
