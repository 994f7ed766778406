package io.medevac.remediator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.remediation.command.Circumstances;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.Ruling;
import io.medevac.domain.remediation.command.Ruling.Change;
import io.medevac.domain.remediation.command.Ruling.Outcome;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.remediator.port.CommandStore;
import io.medevac.remediator.port.IncidentStore.Scope;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What every store of orders does, beside what a store of incidents does. */
public abstract class CommandStoreContract extends IncidentStoreContract {
    private static final Order ORDER = new Order("ada@admin-0", "looking at it", NOW);

    private final String node = "node-" + UUID.randomUUID();

    protected abstract CommandStore commands();

    @Test
    void aCommandSeesTheIncidentsOfItsNodeAndTheOneItNames() {
        Incident open = stored(node, new IncidentState.Vacating(NOW));
        Incident over = stored(node, new IncidentState.Recovered(NOW, "done"));
        Incident named = stored("other-" + node, new IncidentState.Escalated(NOW, "late"));
        Circumstances[] seen = new Circumstances[1];

        commands()
                .take(
                        hold(),
                        Set.of(named.id()),
                        Set.of(node),
                        known -> {
                            seen[0] = known;
                            return ruling();
                        });

        assertThat(seen[0].incidents()).containsExactlyInAnyOrder(open, named);
        assertThat(seen[0].incidents()).doesNotContain(over);
    }

    @Test
    void aCommandIsTakenInOnceHoweverOftenItComes() {
        Command command = hold();
        Ruling ruling = ruling(new Change.Given(node, ORDER));

        assertThat(take(command, known -> ruling)).contains(ruling);
        assertThat(take(command, known -> ruling)).isEmpty();
        assertThat(orders().hold(node)).isEqualTo(ORDER);
    }

    @Test
    void aCommandIsTakenInOnceByReplicasAtTheSameTime() throws InterruptedException {
        Command command = hold();
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                take(command, known -> ruling(new Change.Given(node, ORDER)))
                                        .ifPresent(ruling -> taken.incrementAndGet());
                                done.countDown();
                            });
        }
        done.await();

        assertThat(taken).hasValue(1);
    }

    @Test
    void anOrderStandsForEveryDecisionUntilItIsLifted() {
        Incident incident = stored(node, new IncidentState.Assessing(NOW));
        take(hold(), known -> ruling(new Change.Given("*", ORDER), new Change.Given(node, ORDER)));
        StandingOrders during = seenBy(incident);
        take(hold(), known -> ruling(new Change.Lifted("*"), new Change.Lifted(node)));

        assertThat(during.pause()).isEqualTo(ORDER);
        assertThat(during.hold(node)).isEqualTo(ORDER);
        assertThat(seenBy(incident).pause()).isNull();
        assertThat(seenBy(incident).hold(node)).isNull();
    }

    @Test
    void whatACommandConcernsIsDueAtOnce() {
        Incident mine = stored(node, new IncidentState.Assessing(NOW));
        Incident other = stored("other-" + node, new IncidentState.Assessing(NOW));
        due(mine.id());
        due(other.id());

        take(hold(), known -> ruling(new Change.Given(node, ORDER)));
        assertThat(due(mine.id())).isTrue();
        take(hold(), known -> ruling(new Change.Lifted(node)));
        assertThat(due(other.id())).as("of another node").isFalse();
        take(hold(), known -> ruling(new Change.Given("*", ORDER)));
        assertThat(due(mine.id())).isTrue();
        take(hold(), known -> ruling(new Change.Lifted("*")));
        assertThat(due(other.id())).isTrue();
    }

    @Test
    void anIncidentTakesAnOrderInThoughItIsOverAndIsDue() {
        Incident over = stored(node, new IncidentState.Escalated(NOW, "late"));
        due(over.id());
        Fact.Ordered release = new Fact.ReleaseOrdered(UUID.randomUUID(), ORDER);

        commands()
                .take(
                        hold(),
                        Set.of(over.id()),
                        Set.of(),
                        known -> ruling(new Change.Told(over.id(), release)));

        assertThat(store().find(over.id())).contains(over.with(release));
        assertThat(due(over.id())).isTrue();
    }

    @Test
    void aCommandThatFailsStoresNothing() {
        Command command = hold();

        assertThatThrownBy(
                        () ->
                                take(
                                        command,
                                        known -> {
                                            throw new IllegalStateException("refused");
                                        }))
                .hasMessageContaining("refused");

        assertThat(take(command, known -> ruling())).as("not taken in before").isPresent();
    }

    private Optional<Ruling> take(Command command, Function<Circumstances, Ruling> decide) {
        return commands().take(command, Set.of(), Set.of(node), decide);
    }

    private StandingOrders orders() {
        StandingOrders[] seen = new StandingOrders[1];
        take(
                hold(),
                known -> {
                    seen[0] = known.orders();
                    return ruling();
                });
        return seen[0];
    }

    private StandingOrders seenBy(Incident incident) {
        StandingOrders[] seen = new StandingOrders[1];
        store().update(
                        incident.id(),
                        new Scope(pool, Set.of()),
                        (before, around) -> {
                            seen[0] = around.orders();
                            return new Decision(before, List.of(), List.of(), NOW);
                        });
        return seen[0];
    }

    private Command hold() {
        return new Command.HoldNode(UUID.randomUUID(), ORDER, node);
    }

    private Ruling ruling(Change... changes) {
        return new Ruling(Outcome.ACCEPTED, "done", "", node, null, List.of(changes));
    }
}
