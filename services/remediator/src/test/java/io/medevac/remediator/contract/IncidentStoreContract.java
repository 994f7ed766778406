package io.medevac.remediator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.Replacement;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.remediator.port.IncidentStore.Scope;
import io.medevac.remediator.port.IncidentStore.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every store of incidents does. */
public abstract class IncidentStoreContract extends FaultIntakeContract {
    @Test
    void anUnknownIncidentIsNotFound() {
        assertThat(store().find(UUID.randomUUID())).isEmpty();
        assertThat(store().update(UUID.randomUUID(), scope(), IncidentStoreContract::stay))
                .isEmpty();
    }

    @Test
    void anEventIsTakenOnceHoweverOftenItComes() {
        UUID event = UUID.randomUUID();
        Incident incident = incident("gpu-1");
        store().take(event, incident.id(), found -> Optional.of(incident));

        Optional<Incident> again =
                store().take(
                                event,
                                incident.id(),
                                found -> found.map(one -> one.with(requeued(event))));

        assertThat(again).contains(incident);
        assertThat(store().find(incident.id())).contains(incident);
    }

    @Test
    void aTakenEventMakesItsIncidentDue() {
        Incident incident = stored("gpu-1", new IncidentState.Assessing(NOW));

        assertThat(due(incident.id())).isTrue();
    }

    @Test
    void whatChangesNothingStoresNothing() {
        UUID id = UUID.randomUUID();

        assertThat(store().take(UUID.randomUUID(), id, found -> Optional.empty())).isEmpty();
        assertThat(store().find(id)).isEmpty();
    }

    @Test
    void everyStateIsReadAsItWasStored() {
        List<GateAnswer> answers = List.of(GateAnswer.hold("budget", "Spent", "1 of 1 in flight"));
        Replacement pick =
                new Replacement("gpu-8", new Machine("u", "b"), "warm-spare", answers, true);
        Stream.of(
                        new IncidentState.Assessing(NOW),
                        new IncidentState.Held(NOW, new IncidentState.Assessing(NOW), answers),
                        new IncidentState.Held(
                                NOW, new IncidentState.Replacing(NOW, null), answers),
                        new IncidentState.Quarantining(NOW, answers),
                        new IncidentState.Vacating(NOW),
                        new IncidentState.Draining(NOW, List.of(), true),
                        new IncidentState.Replacing(NOW, pick),
                        new IncidentState.Verifying(NOW, pick),
                        new IncidentState.Releasing(NOW, "somebody", pick, true),
                        new IncidentState.Recovered(NOW, "done"),
                        new IncidentState.Escalated(NOW, "done"),
                        new IncidentState.Cancelled(NOW, "done"),
                        new IncidentState.NotNeeded(NOW, "done"))
                .forEach(
                        state -> {
                            Incident incident = stored("gpu-1", state);
                            assertThat(store().find(incident.id())).contains(incident);
                        });
    }

    @Test
    void aDecisionIsStoredWithWhatWasThereBefore() {
        Incident incident = stored("gpu-1", new IncidentState.Assessing(NOW));

        Stored stored =
                store().update(incident.id(), scope(), (before, around) -> quarantining(before))
                        .orElseThrow();

        assertThat(stored.before()).isEqualTo(incident);
        assertThat(store().find(incident.id())).contains(stored.decision().next());
        assertThat(stored.decision().next().state().name()).isEqualTo(StateName.QUARANTINING);
    }

    @Test
    void aDecisionThatFailsStoresNothing() {
        Incident incident = stored("gpu-1", new IncidentState.Assessing(NOW));

        assertThatThrownBy(
                        () ->
                                store().update(
                                                incident.id(),
                                                scope(),
                                                (before, around) -> {
                                                    throw new IllegalStateException("refused");
                                                }))
                .hasMessageContaining("refused");

        assertThat(store().find(incident.id())).contains(incident);
    }

    @Test
    void aDecisionSeesTheOtherOpenIncidents() {
        Incident mine = stored("gpu-1", new IncidentState.Assessing(NOW));
        Incident other = stored("gpu-2", new IncidentState.Vacating(NOW));
        Incident over = stored("gpu-3", new IncidentState.Recovered(NOW, "done"));

        List<OpenIncident> seen = around(mine, Set.of()).others();

        assertThat(seen)
                .contains(OpenIncident.of(other))
                .extracting(OpenIncident::id)
                .doesNotContain(mine.id(), over.id());
    }

    @Test
    void aDecisionSeesWhichOfferedMachinesHadAFault() {
        Incident mine = stored("gpu-1", new IncidentState.Assessing(NOW));
        Incident over = stored("spare-" + pool, new IncidentState.Cancelled(NOW, "done"));

        assertThat(around(mine, Set.of(over.node())).faultyMachines())
                .containsExactly(over.machine());
        assertThat(around(mine, Set.of("spare-9")).faultyMachines()).isEmpty();
    }

    @Test
    void aDecisionSeesWhatTheOthersWaitFor() {
        Incident mine = stored("gpu-1", new IncidentState.Assessing(NOW));
        Incident spare = stored("gpu-2", new IncidentState.Replacing(NOW, null));
        Incident limits =
                stored(
                        "gpu-3",
                        new IncidentState.Held(
                                NOW,
                                new IncidentState.Assessing(NOW),
                                List.of(GateAnswer.hold("breaker", "Open", "3 of 3 out"))));

        assertThat(around(mine, Set.of()).others())
                .contains(OpenIncident.of(spare), OpenIncident.of(limits));
    }

    @Test
    void aDecisionSeesWhenItsNodeOrMachineWasLastOut() {
        Incident first = over(node(), NOW.minusSeconds(60));
        Incident again = open(UUID.randomUUID(), first.node(), new Machine("new", "new"));
        Incident renamed = open(UUID.randomUUID(), node(), first.machine());
        Incident stranger = stored(node(), new IncidentState.Assessing(NOW));
        for (Incident each : List.of(again, renamed)) {
            store().take(UUID.randomUUID(), each.id(), found -> Optional.of(each));
        }

        assertThat(around(again, Set.of()).lastOutUntil()).isEqualTo(NOW.minusSeconds(60));
        assertThat(around(renamed, Set.of()).lastOutUntil()).isEqualTo(NOW.minusSeconds(60));
        assertThat(around(stranger, Set.of()).lastOutUntil()).isNull();
    }

    @Test
    void whatNeverTookTheNodeOutOrIsNotOverIsNoHistory() {
        Incident untouched = stored(node(), new IncidentState.Cancelled(NOW, "cancelled"));
        Incident open =
                new Incident(
                        UUID.randomUUID(),
                        untouched.node(),
                        untouched.machine(),
                        pool,
                        NOW,
                        untouched.faults(),
                        untouched.evacuation(),
                        new IncidentState.Vacating(NOW),
                        List.of(),
                        untouched.cause(),
                        untouched.orders());
        Incident mine = open(UUID.randomUUID(), untouched.node(), untouched.machine());
        for (Incident each : List.of(open, mine)) {
            store().take(UUID.randomUUID(), each.id(), found -> Optional.of(each));
        }

        assertThat(around(mine, Set.of()).lastOutUntil()).isNull();
    }

    /** A node that no other test has a history of. */
    private static String node() {
        return "node-" + UUID.randomUUID();
    }

    /** An incident that took its node out and ended then. */
    private Incident over(String node, Instant end) {
        Incident vacating = stored(node, new IncidentState.Vacating(end));
        return store().update(
                        vacating.id(),
                        scope(),
                        (before, around) ->
                                new Decision(
                                        before.movedTo(new IncidentState.Escalated(end, "late")),
                                        List.of(),
                                        List.of(),
                                        null))
                .orElseThrow()
                .decision()
                .next();
    }

    @Test
    void twoDecisionsForOnePoolNeverCountTheSameSlot() throws InterruptedException {
        List<Incident> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(stored("gpu-" + i, new IncidentState.Assessing(NOW)));
        }
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(all.size());
        for (Incident incident : all) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                store().update(
                                                incident.id(),
                                                scope(),
                                                (before, around) -> {
                                                    if (!around.inFlight(pool).isEmpty()) {
                                                        return stay(before, around);
                                                    }
                                                    return quarantining(before);
                                                })
                                        .filter(
                                                stored ->
                                                        stored.decision().next().state().inFlight())
                                        .ifPresent(stored -> taken.incrementAndGet());
                                done.countDown();
                            });
        }
        done.await();

        assertThat(taken).hasValue(1);
    }

    @Test
    void aSlotThatIsFreeAgainMakesThoseWaitingDue() {
        Incident working = stored("gpu-1", new IncidentState.Vacating(NOW));
        Incident waiting =
                stored(
                        "gpu-2",
                        new IncidentState.Held(
                                NOW,
                                new IncidentState.Assessing(NOW),
                                List.of(GateAnswer.hold("budget", "Spent", "1 of 1"))));
        due(waiting.id());

        store().update(
                        working.id(),
                        scope(),
                        (before, around) ->
                                new Decision(
                                        before.movedTo(new IncidentState.Escalated(NOW, "late")),
                                        List.of(),
                                        List.of(),
                                        null));

        assertThat(due(waiting.id())).isTrue();
    }

    @Test
    void aChangedNodeOrPoolMakesOpenIncidentsDue() {
        String node = "node-" + UUID.randomUUID();
        Incident open = stored(node, new IncidentState.Vacating(NOW));
        Incident over = stored(node, new IncidentState.Recovered(NOW, "done"));
        due(open.id());
        due(over.id());

        store().makeDue(Set.of("elsewhere"), Set.of());
        assertThat(due(open.id())).isFalse();
        store().makeDue(Set.of(node), Set.of());
        assertThat(due(open.id())).isTrue();
        store().makeAllDue();
        assertThat(due(open.id())).isTrue();
        assertThat(due(over.id())).isFalse();
    }

    @Test
    void aChangedPoolMakesThoseDueThatWaitForSomethingOfIt() {
        Map<Incident, Boolean> woken = new LinkedHashMap<>();
        for (String gate : List.of("budget", "breaker", "spare")) {
            woken.put(heldBy("action", gate), true);
        }
        woken.put(
                stored("node-" + UUID.randomUUID(), new IncidentState.Replacing(NOW, null)), true);
        woken.put(heldBy("action"), false);
        woken.put(stored("node-" + UUID.randomUUID(), new IncidentState.Vacating(NOW)), false);

        woken.forEach(
                (each, is) -> {
                    due(each.id());
                    store().makeDue(Set.of(), Set.of(pool));
                    assertThat(due(each.id())).as("%s", each).isEqualTo(is);
                });
    }

    private Incident heldBy(String... gates) {
        List<GateAnswer> answers =
                Arrays.stream(gates).map(gate -> GateAnswer.hold(gate, "No", gate)).toList();
        return stored(
                "node-" + UUID.randomUUID(),
                new IncidentState.Held(NOW, new IncidentState.Assessing(NOW), answers));
    }

    @Test
    void openIncidentsAreCountedByState() {
        Map<StateName, Long> before = store().openByState();
        stored("gpu-1", new IncidentState.Releasing(NOW, "somebody", null, false));
        stored("gpu-2", new IncidentState.Recovered(NOW, "done"));

        assertThat(store().openByState())
                .containsEntry(
                        StateName.RELEASING, before.getOrDefault(StateName.RELEASING, 0L) + 1)
                .doesNotContainKey(StateName.RECOVERED);
    }

    private Scope scope() {
        return new Scope(pool, Set.of());
    }

    private Surroundings around(Incident incident, Set<String> offered) {
        Surroundings[] seen = new Surroundings[1];
        store().update(
                        incident.id(),
                        new Scope(pool, offered),
                        (before, around) -> {
                            seen[0] = around;
                            return stay(before, around);
                        });
        return seen[0];
    }

    private static Decision stay(Incident incident, Surroundings around) {
        return new Decision(incident, List.of(), List.of(), NOW.plusSeconds(60));
    }

    private static Decision quarantining(Incident incident) {
        return new Decision(
                incident.movedTo(new IncidentState.Quarantining(NOW, List.of())),
                List.of(),
                List.of(),
                NOW);
    }

    private static Fact requeued(UUID event) {
        return new Fact.JobRequeued(event, 12);
    }
}
