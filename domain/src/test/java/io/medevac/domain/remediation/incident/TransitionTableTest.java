package io.medevac.domain.remediation.incident;

import static io.medevac.domain.remediation.Samples.ANSWERS;
import static io.medevac.domain.remediation.Samples.ORDER;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.fatal;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.replacement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.medevac.domain.remediation.incident.IncidentState.Assessing;
import io.medevac.domain.remediation.incident.IncidentState.Cancelled;
import io.medevac.domain.remediation.incident.IncidentState.Draining;
import io.medevac.domain.remediation.incident.IncidentState.Escalated;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.incident.IncidentState.NotNeeded;
import io.medevac.domain.remediation.incident.IncidentState.Quarantining;
import io.medevac.domain.remediation.incident.IncidentState.Recovered;
import io.medevac.domain.remediation.incident.IncidentState.Releasing;
import io.medevac.domain.remediation.incident.IncidentState.Replacing;
import io.medevac.domain.remediation.incident.IncidentState.Vacating;
import io.medevac.domain.remediation.incident.IncidentState.Verifying;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every state with every fact, and every state with every other state. */
class TransitionTableTest {
    private static final UUID LATER = new UUID(2, 2);

    private static final List<IncidentState> STATES =
            List.of(
                    new Assessing(T0),
                    new Held(T0, new Assessing(T0), ANSWERS),
                    new Quarantining(T0, ANSWERS),
                    new Vacating(T0),
                    new Draining(T0, List.of(), false),
                    new Replacing(T0, null),
                    new Verifying(T0, replacement("gpu-8", true)),
                    new Releasing(T0, "reason", null, false),
                    new Recovered(T0, "reason"),
                    new Escalated(T0, "reason"),
                    new Cancelled(T0, "reason"),
                    new NotNeeded(T0, "reason"));

    private static final List<Fact> FACTS =
            List.of(
                    new Fact.FaultJoined(LATER, fatal(), T0.plusSeconds(1)),
                    new Fact.NodeVacated(LATER, "gpu-1", List.of(12L), List.of(13L)),
                    new Fact.EvacuationFailed(LATER, new Evacuation.Failure("why", "what")),
                    new Fact.SlurmNodeJoined(LATER, "gpu-8"),
                    new Fact.JobRequeued(LATER, 12),
                    new Fact.JobResumed(LATER, 12),
                    new Fact.JobEnded(LATER, 12),
                    new Fact.JobLost(LATER, 12, "FAILED"),
                    new Fact.JobNotRequeueable(LATER, 12, T0.plusSeconds(60)),
                    new Fact.Approved(LATER, ORDER),
                    new Fact.CancelOrdered(LATER, ORDER),
                    new Fact.ReleaseOrdered(LATER, ORDER));

    /** The facts that only one state takes; every other fact is taken by every open state. */
    private static final Map<Class<? extends Fact>, StateName> ONLY_IN =
            Map.of(
                    Fact.NodeVacated.class, StateName.VACATING,
                    Fact.EvacuationFailed.class, StateName.VACATING,
                    Fact.SlurmNodeJoined.class, StateName.VERIFYING);

    @Test
    void theTableOfStatesIsComplete() {
        assertThat(STATES)
                .extracting(IncidentState::name)
                .containsExactlyInAnyOrder(StateName.values());
        assertThat(FACTS.stream().map(Fact::getClass).collect(Collectors.toSet()))
                .isEqualTo(records(Fact.class).collect(Collectors.toSet()));
    }

    @Test
    void everyFactIsTakenExactlyWhereItBelongs() {
        List<String> wrong = new ArrayList<>();
        for (IncidentState state : STATES) {
            for (Fact fact : FACTS) {
                boolean taken = !in(state).with(fact).equals(in(state));
                if (taken != expected(state, fact)) {
                    wrong.add(state.name() + " " + fact);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void aFactNeverMovesTheStateByItself() {
        for (IncidentState state : STATES) {
            for (Fact fact : FACTS) {
                assertThat(in(state).with(fact).state()).isEqualTo(state);
            }
        }
    }

    @Test
    void aRepeatedFactAboutJobsChangesNothing() {
        for (IncidentState state : STATES) {
            for (Fact fact : FACTS.subList(1, FACTS.size())) {
                Incident once = in(state).with(fact);
                assertThat(once.with(fact)).isEqualTo(once);
            }
        }
    }

    @Test
    void factsAboutOneJobMayComeInAnyOrder() {
        List<Fact> facts = FACTS.subList(4, 8);
        Evacuation expected =
                in(new Vacating(T0))
                        .with(facts.get(0))
                        .with(facts.get(1))
                        .with(facts.get(2))
                        .with(facts.get(3))
                        .evacuation();
        permutations(facts)
                .forEach(
                        order -> {
                            Incident incident = in(new Vacating(T0));
                            for (Fact fact : order) {
                                incident = incident.with(fact);
                            }
                            assertThat(incident.evacuation()).isEqualTo(expected);
                        });
    }

    @Test
    void onlyTransitionsOfTheTableArePossible() {
        for (IncidentState from : STATES) {
            for (IncidentState to : STATES) {
                if (Transitions.legal(from.name(), to.name())) {
                    assertThat(in(from).movedTo(to).state()).isEqualTo(to);
                } else {
                    assertThatIllegalStateException().isThrownBy(() -> in(from).movedTo(to));
                }
            }
        }
    }

    @Test
    void terminalStatesAreLeftByNothingAndEveryOtherStateIsLeft() {
        Set<StateName> left =
                Transitions.ALL.stream()
                        .map(Transitions.Transition::from)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(StateName.class)));
        assertThat(EnumSet.complementOf(EnumSet.copyOf(left)))
                .containsExactlyInAnyOrder(
                        StateName.RECOVERED,
                        StateName.ESCALATED,
                        StateName.CANCELLED,
                        StateName.NOT_NEEDED)
                .allMatch(StateName::terminal);
    }

    @Test
    void aWorseFaultBecomesWhatTheIncidentIsAbout() {
        Incident mild =
                Incident.open(
                        new UUID(1, 1),
                        "gpu-1",
                        io.medevac.domain.remediation.Samples.MACHINE,
                        io.medevac.domain.remediation.Samples.fault(
                                io.medevac.domain.fault.FaultScope.APPLICATION,
                                io.medevac.domain.fault.Severity.INFO,
                                io.medevac.domain.fault.RecommendedAction.RESTART_APP),
                        new UUID(2, 1),
                        T0,
                        T0);

        Incident joined = mild.with(FACTS.getFirst());

        assertThat(joined.fault()).isEqualTo(fatal());
        assertThat(joined.with(FACTS.getFirst())).isEqualTo(joined);
        assertThat(joined.with(new Fact.FaultJoined(new UUID(2, 3), fatal(), T0)).faults())
                .hasSize(2)
                .last()
                .returns(2, KnownFault::count);
    }

    private static Stream<Class<?>> records(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .flatMap(type -> type.isSealed() ? records(type) : Stream.of(type));
    }

    /** What is being given back needs no order; what is over may still be given back. */
    private static boolean expected(IncidentState state, Fact fact) {
        if (fact instanceof Fact.Ordered && state.name() == StateName.RELEASING) {
            return false;
        }
        if (state.name().terminal()) {
            return fact instanceof Fact.ReleaseOrdered;
        }
        StateName only = ONLY_IN.get(fact.getClass());
        return only == null || only == state.name();
    }

    private static Stream<List<Fact>> permutations(List<Fact> facts) {
        if (facts.size() < 2) {
            return Stream.of(facts);
        }
        return facts.stream()
                .flatMap(
                        first ->
                                permutations(facts.stream().filter(f -> f != first).toList())
                                        .map(
                                                rest ->
                                                        Stream.concat(
                                                                        Stream.of(first),
                                                                        rest.stream())
                                                                .toList()));
    }
}
