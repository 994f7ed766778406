package io.medevac.domain.remediation.gate;

import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.other;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import org.junit.jupiter.api.Test;

/** Pool, budget and breaker. */
class PoolLimitsTest {

    @Test
    void withoutAPoolEveryLimitHolds() {
        Look look = Samples.look(Samples.incident(), seen(Samples.node("gpu-1")));
        assertThat(new PoolGate().ask(look).reason()).isEqualTo("NoPool");
        assertThat(new BudgetGate().ask(look).reason()).isEqualTo("NoPool");
        assertThat(new BreakerGate().ask(look).reason()).isEqualTo("NoPool");
    }

    @Test
    void aSmallPoolHasOneSlotWhateverThePercentage() {
        assertThat(budget(seen(faulty())))
                .returns(false, GateAnswer::holds)
                .returns("0 of 1 in flight", GateAnswer::detail);
    }

    @Test
    void theSlotIsTakenUntilItsIncidentIsClosed() {
        assertThat(budget(seen(faulty()), other(1, "gpu-0", true, false)).reason())
                .isEqualTo("Spent");
    }

    @Test
    void anotherPoolsIncidentsTakeNoSlot() {
        OpenIncident elsewhere =
                new OpenIncident(
                        new java.util.UUID(9, 1),
                        "x",
                        "inference",
                        Samples.T0,
                        true,
                        OpenIncident.Wait.NOTHING,
                        null,
                        false);
        assertThat(budget(seen(faulty()), elsewhere).holds()).isFalse();
    }

    @Test
    void whoWaitedFirstIsServedFirst() {
        assertThat(budget(seen(faulty()), other(1, "gpu-0", false, true)))
                .returns("OthersFirst", GateAnswer::reason)
                .returns("0 of 1 in flight, 1 waiting before", GateAnswer::detail);
    }

    @Test
    void whatTheBreakerLeavesIsGivenToTheOldest() {
        Samples.Seen four = pool(10).member("gpu-5", false, false);

        assertThat(breaker(four).holds()).isFalse();
        assertThat(breaker(four, other(1, "gpu-6", false, true)))
                .returns("OthersFirst", GateAnswer::reason)
                .returns(
                        "2 of 10 out with this one, 2 allowed (20 %), 1 waiting before",
                        GateAnswer::detail);
        assertThat(breaker(four, other(-1, "gpu-6", false, true)).holds()).isFalse();
    }

    @Test
    void whoWaitsForASlotTakesNoRoomUnderTheBreaker() {
        Samples.Seen ten = pool(10);

        assertThat(
                        breaker(
                                        ten,
                                        other(3, "gpu-5", true, false),
                                        other(2, "gpu-6", false, true),
                                        other(1, "gpu-7", false, true))
                                .holds())
                .isFalse();
    }

    @Test
    void whoCannotGoOnHoldsUpNobodyBehind() {
        Samples.Seen full = pool(10).member("gpu-1", false, false).member("gpu-5", false, false);
        OpenIncident older = other(1, "gpu-6", false, true);

        assertThat(breaker(full, older)).as("is out already").returns(false, GateAnswer::holds);
        assertThat(budget(full, older))
                .as("the older needs room")
                .returns(false, GateAnswer::holds);
    }

    @Test
    void whoWaitsForSomethingElseTooHoldsUpNobody() {
        assertThat(budget(seen(faulty()), other(1, "gpu-0", false, false)).holds()).isFalse();
    }

    @Test
    void whoCameLaterWaits() {
        OpenIncident later = other(-5, "gpu-0", false, true);
        assertThat(budget(seen(faulty()), later).holds()).isFalse();
    }

    @Test
    void theBudgetGrowsWithThePool() {
        Samples.Seen big = pool(20);
        assertThat(budget(big, other(1, "gpu-5", true, false)).holds()).isFalse();
        assertThat(
                        budget(big, other(1, "gpu-5", true, false), other(2, "gpu-6", true, false))
                                .holds())
                .isTrue();
    }

    @Test
    void theBreakerLetsOneNodeOfASmallPoolGo() {
        assertThat(breaker(seen(faulty())))
                .returns(false, GateAnswer::holds)
                .returns("1 of 3 out with this one, 1 allowed (20 %)", GateAnswer::detail);
    }

    @Test
    void theBreakerCountsNodesThatAreNotReady() {
        assertThat(breaker(seen(faulty()).member("gpu-0", false, false)).reason())
                .isEqualTo("Open");
    }

    @Test
    void theBreakerCountsNodesThatAnybodyCordoned() {
        assertThat(breaker(seen(faulty()).member("gpu-0", true, true)).reason()).isEqualTo("Open");
    }

    @Test
    void theBreakerCountsRepairsUnderWayOnce() {
        assertThat(
                        breaker(
                                        pool(10).member("gpu-5", true, true),
                                        other(1, "gpu-5", true, false))
                                .holds())
                .isFalse();
        assertThat(breaker(seen(faulty()), other(1, "gpu-9", true, false)).holds()).isTrue();
    }

    @Test
    void aPoolInWhichTheNodeItselfIsMissingWasNotReadCompletely() {
        assertThat(
                        new BreakerGate()
                                .ask(
                                        Samples.look(
                                                Samples.incident().inPool("training"),
                                                seen(faulty()).without("gpu-1")))
                                .reason())
                .isEqualTo("PoolNotRead");
    }

    @Test
    void theFaultyNodeCountsOnceHoweverBadItIs() {
        assertThat(breaker(seen(faulty()).member("gpu-1", false, true)).holds()).isFalse();
    }

    private static Samples.Seen pool(int size) {
        Samples.Seen seen = seen(faulty());
        for (int i = 0; i < size; i++) {
            seen.member("gpu-" + i, true, false);
        }
        return seen;
    }

    private static GateAnswer budget(Samples.Seen seen, OpenIncident... others) {
        return new BudgetGate().ask(look(seen, others));
    }

    private static GateAnswer breaker(Samples.Seen seen, OpenIncident... others) {
        return new BreakerGate().ask(look(seen, others));
    }

    private static Look look(Samples.Seen seen, OpenIncident... others) {
        return Samples.look(
                Samples.incident(), seen, Samples.ENFORCE, Samples.around(others), Samples.T0);
    }
}
