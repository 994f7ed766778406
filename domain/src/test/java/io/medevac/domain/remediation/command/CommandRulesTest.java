package io.medevac.domain.remediation.command;

import static io.medevac.domain.remediation.Samples.ANSWERS;
import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.INCIDENT;
import static io.medevac.domain.remediation.Samples.ORDER;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.replacement;
import static io.medevac.domain.remediation.Samples.spare;
import static io.medevac.domain.remediation.command.Ruling.Outcome.ACCEPTED;
import static io.medevac.domain.remediation.command.Ruling.Outcome.NOTHING_TO_DO;
import static io.medevac.domain.remediation.command.Ruling.Outcome.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.command.Ruling.Change;
import io.medevac.domain.remediation.command.Ruling.Outcome;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
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
import io.medevac.domain.remediation.incident.StandingOrders;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command in every state of an incident, and every command about orders that stand. */
class CommandRulesTest {

    private static final StandingOrders PAUSED = new StandingOrders(ORDER, Map.of());
    private static final StandingOrders HELD = new StandingOrders(null, Map.of("gpu-1", ORDER));
    private static final String NODE = "gpu-1";

    /** State, outcome of approve, of cancel, of release. The node carries the marks it would. */
    static Stream<Arguments> states() {
        return Stream.of(
                row(new Assessing(T0), false, ACCEPTED, ACCEPTED, ACCEPTED),
                row(held(new Assessing(T0)), false, ACCEPTED, ACCEPTED, ACCEPTED),
                row(new Quarantining(T0, ANSWERS), false, ACCEPTED, ACCEPTED, ACCEPTED),
                row(new Vacating(T0), true, ACCEPTED, ACCEPTED, ACCEPTED),
                row(new Draining(T0, List.of(), false), true, ACCEPTED, ACCEPTED, ACCEPTED),
                row(held(new Draining(T0, List.of(), false)), true, ACCEPTED, ACCEPTED, ACCEPTED),
                row(new Replacing(T0, null), true, ACCEPTED, ACCEPTED, ACCEPTED),
                row(held(new Replacing(T0, null)), true, ACCEPTED, ACCEPTED, ACCEPTED),
                row(
                        new Verifying(T0, replacement("gpu-8", true)),
                        true,
                        ACCEPTED,
                        ACCEPTED,
                        ACCEPTED),
                row(
                        new Releasing(T0, "why", null, false),
                        true,
                        REFUSED,
                        NOTHING_TO_DO,
                        NOTHING_TO_DO),
                row(new Recovered(T0, "why"), true, REFUSED, NOTHING_TO_DO, ACCEPTED),
                row(new Escalated(T0, "why"), true, REFUSED, NOTHING_TO_DO, ACCEPTED),
                row(new Cancelled(T0, "why"), false, REFUSED, NOTHING_TO_DO, NOTHING_TO_DO),
                row(new NotNeeded(T0, "why"), false, REFUSED, NOTHING_TO_DO, NOTHING_TO_DO));
    }

    @ParameterizedTest
    @MethodSource("states")
    void everyCommandHasItsAnswerInEveryState(
            IncidentState state, boolean marked, Outcome approve, Outcome cancel, Outcome release) {
        Incident incident = in(state);
        NodeLook look = seen(marked ? quarantined() : faulty());

        expect(
                rule(new Command.Approve(EVENT, ORDER, INCIDENT), incident, look),
                approve,
                incident);
        expect(rule(new Command.Cancel(EVENT, ORDER, INCIDENT), incident, look), cancel, incident);
        expect(
                rule(new Command.ReleaseNode(EVENT, ORDER, NODE), incident, look),
                release,
                incident);
    }

    @ParameterizedTest
    @MethodSource("states")
    void aCommandThatWasTakenInHasNothingToDoAnyMore(IncidentState state, boolean marked) {
        NodeLook look = seen(marked ? quarantined() : faulty());
        for (Command command :
                List.of(
                        new Command.Approve(EVENT, ORDER, INCIDENT),
                        new Command.Cancel(EVENT, ORDER, INCIDENT),
                        new Command.ReleaseNode(EVENT, ORDER, NODE))) {
            Incident incident = in(state);
            for (Change change : rule(command, incident, look).changes()) {
                incident = incident.with(((Change.Told) change).fact());
            }

            assertThat(rule(command, incident, look).changes()).as("%s", command).isEmpty();
        }
    }

    @Test
    void anUnknownIncidentIsRefused() {
        for (Command command :
                List.of(
                        new Command.Approve(EVENT, ORDER, INCIDENT),
                        new Command.Cancel(EVENT, ORDER, INCIDENT))) {
            Ruling ruling = rule(command, StandingOrders.NONE, NodeLook.NOT_ASKED);

            assertThat(ruling.outcome()).isEqualTo(REFUSED);
            assertThat(ruling.whatToDo()).contains("medevac incidents");
        }
    }

    @Test
    void anApprovalTellsWhatStillHolds() {
        Incident held =
                in(
                        new Held(
                                T0,
                                new Assessing(T0),
                                List.of(
                                        GateAnswer.hold("mode", "DryRun", "dry-run"),
                                        GateAnswer.hold("breaker", "Open", "3 of 4 out"))));

        assertThat(rule(new Command.Approve(EVENT, ORDER, INCIDENT), held, seen(null)).detail())
                .endsWith("still held by breaker: 3 of 4 out");
    }

    @Test
    void theClusterIsPausedOnceAndResumedOnce() {
        Command pause = new Command.Pause(EVENT, ORDER);
        Command resume = new Command.Resume(EVENT, ORDER);

        assertThat(rule(pause, StandingOrders.NONE, NodeLook.NOT_ASKED).changes())
                .containsExactly(new Change.Given("*", ORDER));
        assertThat(rule(pause, PAUSED, NodeLook.NOT_ASKED).outcome()).isEqualTo(NOTHING_TO_DO);
        assertThat(rule(resume, PAUSED, NodeLook.NOT_ASKED).changes())
                .containsExactly(new Change.Lifted("*"));
        assertThat(rule(resume, StandingOrders.NONE, NodeLook.NOT_ASKED).outcome())
                .isEqualTo(NOTHING_TO_DO);
        assertThat(rule(resume, HELD, NodeLook.NOT_ASKED).changes()).isEmpty();
    }

    @Test
    void aNodeIsHeldOnceAndResumedOnce() {
        Command hold = new Command.HoldNode(EVENT, ORDER, NODE);
        Command resume = new Command.ResumeNode(EVENT, ORDER, NODE);

        assertThat(rule(hold, StandingOrders.NONE, seen(faulty())).changes())
                .containsExactly(new Change.Given(NODE, ORDER));
        assertThat(rule(hold, HELD, seen(faulty())).outcome()).isEqualTo(NOTHING_TO_DO);
        assertThat(rule(resume, HELD, seen(faulty())).changes())
                .containsExactly(new Change.Lifted(NODE));
        assertThat(rule(resume, PAUSED, seen(faulty())).outcome()).isEqualTo(NOTHING_TO_DO);
    }

    @Test
    void aNodeThatIsNotThereIsNotHeldButOneThatCannotBeSeenIs() {
        Command hold = new Command.HoldNode(EVENT, ORDER, NODE);

        assertThat(rule(hold, StandingOrders.NONE, seen(null)).outcome()).isEqualTo(REFUSED);
        assertThat(rule(hold, StandingOrders.NONE, new NodeLook.Unknown("503")).outcome())
                .isEqualTo(ACCEPTED);
    }

    @Test
    void aReleaseLiftsTheHoldWhateverElseIsFound() {
        Command release = new Command.ReleaseNode(EVENT, ORDER, NODE);

        for (NodeLook look :
                List.of(
                        seen(faulty()),
                        seen(null),
                        new NodeLook.Unknown("503"),
                        seen(faulty().quarantineMark(new Mark.Unreadable("no JSON"))))) {
            Ruling ruling = rule(release, HELD, look);

            assertThat(ruling.outcome()).isEqualTo(ACCEPTED);
            assertThat(ruling.changes()).containsExactly(new Change.Lifted(NODE));
        }
        assertThat(rule(release, HELD, seen(quarantined()), in(new Vacating(T0))).changes())
                .containsExactly(
                        new Change.Lifted(NODE),
                        new Change.Told(INCIDENT, new Fact.ReleaseOrdered(EVENT, ORDER)));
    }

    @Test
    void aReleaseEndsTheIncidentsThatWaitToo() {
        Incident over = in(new Escalated(T0, "late"));
        Incident waiting =
                Incident.open(
                        new UUID(1, 2),
                        NODE,
                        Samples.MACHINE,
                        Samples.fatal(),
                        new UUID(2, 2),
                        T0,
                        T0);

        Ruling ruling =
                rule(
                        new Command.ReleaseNode(EVENT, ORDER, NODE),
                        StandingOrders.NONE,
                        seen(quarantined()),
                        over,
                        waiting);

        assertThat(ruling.outcome()).isEqualTo(ACCEPTED);
        assertThat(ruling.changes())
                .containsExactlyInAnyOrder(
                        new Change.Told(waiting.id(), new Fact.CancelOrdered(EVENT, ORDER)),
                        new Change.Told(over.id(), new Fact.ReleaseOrdered(EVENT, ORDER)));
    }

    @Test
    void aReleaseNeverLiftsWhatIsNotKnownToBeOurs() {
        Command release = new Command.ReleaseNode(EVENT, ORDER, NODE);

        assertThat(
                        Stream.of(
                                        seen(
                                                faulty().quarantineMark(
                                                                new Mark.Unreadable("no JSON"))),
                                        seen(faulty().quarantine(new UUID(7, 7))),
                                        seen(null),
                                        seen(spare(NODE).claim(new UUID(7, 7))),
                                        new NodeLook.Unknown("503"))
                                .map(look -> rule(release, StandingOrders.NONE, look)))
                .allSatisfy(
                        ruling -> {
                            assertThat(ruling.outcome()).isEqualTo(REFUSED);
                            assertThat(ruling.whatToDo()).isNotBlank();
                            assertThat(ruling.changes()).isEmpty();
                        });
        assertThat(rule(release, StandingOrders.NONE, seen(faulty().cordoned())).outcome())
                .as("a person's cordon is not ours")
                .isEqualTo(NOTHING_TO_DO);
    }

    @Test
    void aReleaseSaysWhatStaysAndHowToLiftIt() {
        Command release = new Command.ReleaseNode(EVENT, ORDER, NODE);

        assertThat(rule(release, StandingOrders.NONE, seen(faulty().cordoned())).whatToDo())
                .contains("kubectl uncordon " + NODE);
        assertThat(rule(release, StandingOrders.NONE, seen(faulty())).whatToDo())
                .contains("scontrol update nodename=" + NODE);
        assertThat(rule(release, StandingOrders.NONE, seen(null)).whatToDo())
                .contains("scontrol update nodename=" + NODE);

        Samples.Node unsigned = quarantined().quarantineMark(Mark.none());
        Ruling ofTaint = rule(release, in(new Escalated(T0, "late")), seen(unsigned));
        assertThat(ofTaint.outcome()).isEqualTo(ACCEPTED);
        assertThat(ofTaint.whatToDo()).contains("kubectl uncordon " + NODE);
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        Ruling ruling =
                rule(
                        new Command.Unclear(EVENT, ORDER, "no such command"),
                        StandingOrders.NONE,
                        NodeLook.NOT_ASKED);

        assertThat(ruling.outcome()).isEqualTo(REFUSED);
        assertThat(ruling.detail()).isEqualTo("no such command");
    }

    private static void expect(Ruling ruling, Outcome outcome, Incident incident) {
        assertThat(ruling.outcome()).as("%s: %s", incident.state(), ruling).isEqualTo(outcome);
        assertThat(ruling.detail()).isNotBlank();
        assertThat(ruling.changes().isEmpty()).isEqualTo(outcome != ACCEPTED);
        assertThat(ruling.changes())
                .allMatch(
                        change ->
                                change instanceof Change.Told told
                                        && told.incident().equals(incident.id()));
    }

    private static Arguments row(
            IncidentState state, boolean marked, Outcome approve, Outcome cancel, Outcome release) {
        return Arguments.of(state, marked, approve, cancel, release);
    }

    private static Held held(IncidentState.Interruptible state) {
        return new Held(T0, state, ANSWERS);
    }

    private static NodeLook seen(Samples.@Nullable Node node) {
        return new NodeLook.Seen(node == null ? null : node.view());
    }

    private static Ruling rule(Command command, Incident incident, NodeLook look) {
        return rule(command, StandingOrders.NONE, look, incident);
    }

    private static Ruling rule(
            Command command, StandingOrders orders, NodeLook look, Incident... incidents) {
        return CommandRules.decide(command, new Circumstances(orders, List.of(incidents)), look);
    }
}
