package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.ENFORCE;
import static io.medevac.domain.remediation.Samples.MACHINE;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.fault;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.incident;
import static io.medevac.domain.remediation.Samples.node;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.RemediationEvent.IncidentClosed;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationHeld;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssessTest {

    @Test
    void quarantinesWhenEveryGatePasses() {
        Decision decision = decide(incident(), seen(faulty()), T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.QUARANTINING);
        assertThat(decision.events()).isEmpty();
        assertThat(decision.lookAgainAt()).isEqualTo(T0);
        assertThat(decision.effects())
                .singleElement()
                .isInstanceOfSatisfying(
                        Effect.CordonAndTaint.class,
                        cordon -> {
                            assertThat(cordon.node()).isEqualTo(faulty().view());
                            assertThat(cordon.signature().incident()).isEqualTo(Samples.INCIDENT);
                            assertThat(cordon.signature().cordonedBefore()).isFalse();
                            assertThat(cordon.signature().labelsBefore())
                                    .isEqualTo(Map.of(WellKnown.POOL_LABEL, "training"));
                        });
    }

    @Test
    void holdsWithEveryGatesAnswerAndDoesNothing() {
        Decision decision = decide(incident(), seen(faulty()), RemediationPolicy.DEFAULT, T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.HELD);
        assertThat(decision.next().state().inFlight()).isFalse();
        assertThat(decision.effects()).isEmpty();
        assertThat(decision.lookAgainAt()).isEqualTo(T0.plusSeconds(30));
        assertThat(decision.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        RemediationHeld.class,
                        held -> {
                            assertThat(held.interrupted()).isEqualTo(StateName.ASSESSING);
                            assertThat(held.answers())
                                    .extracting(GateAnswer::gate)
                                    .containsExactly(
                                            "mode",
                                            "pause",
                                            "hold",
                                            "action",
                                            "opt-out",
                                            "owner",
                                            "identity",
                                            "pool",
                                            "budget",
                                            "breaker",
                                            "spare");
                            assertThat(held.whatToDo()).contains("mode: enforce");
                        });
    }

    @Test
    void tellsAHoldOnceForAsLongAsTheAnswersAreTheSame() {
        Incident held = decide(incident(), seen(faulty()), RemediationPolicy.DEFAULT, T0).next();

        Decision again =
                decide(held, seen(faulty()), RemediationPolicy.DEFAULT, T0.plusSeconds(30));

        assertThat(again.events()).isEmpty();
        assertThat(again.next().state().since()).isEqualTo(T0);
    }

    @Test
    void tellsAFaultForWhichNothingIsDoneOnceWhateverTheOtherGatesSay() {
        Incident application =
                incident(
                        fault(FaultScope.APPLICATION, Severity.INFO, RecommendedAction.RESTART_APP),
                        MACHINE);
        Incident held = decide(application, seen(faulty()), ENFORCE, T0).next();

        Decision again = decide(held, seen(faulty().cordoned()), ENFORCE, T0.plusSeconds(1));

        assertThat(held.state().name()).isEqualTo(StateName.HELD);
        assertThat(again.events()).isEmpty();
    }

    /** A broken machine that waits for its repair goes on telling of its fault. */
    @Test
    void neverAdvisesToPutANodeBackThatWaitsForRepair() {
        Decision decision =
                decide(
                        incident(),
                        seen(
                                node("gpu-1")
                                        .label(WellKnown.REPAIR_LABEL, "replace_node")
                                        .cordoned()),
                        ENFORCE,
                        T0);

        assertThat(decision.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        RemediationHeld.class,
                        held ->
                                assertThat(held.whatToDo())
                                        .isEqualTo(
                                                "Nothing: gpu-1 is out of its pool already and waits"
                                                        + " for repair"
                                                        + " (medevac.io/repair=replace_node)."));
    }

    @Test
    void tellsAHoldAgainWhenAnAnswerChanged() {
        Incident held = decide(incident(), seen(faulty()), RemediationPolicy.DEFAULT, T0).next();

        Decision again =
                decide(
                        held,
                        seen(faulty().cordoned()),
                        RemediationPolicy.DEFAULT,
                        T0.plusSeconds(1));

        assertThat(again.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        RemediationHeld.class,
                        event -> assertThat(event.whatToDo()).contains("kubectl uncordon gpu-1"));
        assertThat(again.next().state().name()).isEqualTo(StateName.HELD);
    }

    @Test
    void goesOnByItselfWhenTheGatesPass() {
        Incident held = decide(incident(), seen(faulty().cordoned()), ENFORCE, T0).next();

        Decision again = decide(held, seen(faulty()), T0.plusSeconds(60));

        assertThat(again.next().state().name()).isEqualTo(StateName.QUARANTINING);
        assertThat(again.next().phases())
                .extracting(phase -> phase.name())
                .containsExactly(StateName.ASSESSING, StateName.HELD);
    }

    @Test
    void endsWhenTheMachineOfTheFaultIsNoMore() {
        Decision decision = decide(incident(), seen(faulty().machine("uid-gpu-1", "later")), T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.NOT_NEEDED);
        assertThat(decision.effects()).isEmpty();
        assertThat(decision.lookAgainAt()).isNull();
        assertThat(decision.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        IncidentClosed.class,
                        closed -> {
                            assertThat(closed.outcome()).isEqualTo(StateName.NOT_NEEDED);
                            assertThat(closed.phases()).hasSize(1);
                        });
    }

    @Test
    void neverTouchesAMachineThatIsNotKnown() {
        Incident unknown = incident(Samples.fatal(), Machine.UNKNOWN);

        Decision decision = decide(unknown, seen(faulty()), T0);

        assertThat(decision.next().state().name()).isEqualTo(StateName.HELD);
        assertThat(decision.effects()).isEmpty();
    }

    @Test
    void thePoolFollowsTheLabelUntilSomethingIsDone() {
        Incident held = decide(incident(), seen(faulty().cordoned()), T0).next();
        assertThat(held.pool()).isEqualTo("training");

        Incident moved =
                decide(held, seen(Samples.node("gpu-1").cordoned()), T0.plusSeconds(1)).next();

        assertThat(moved.pool()).isNull();
    }
}
