package io.medevac.remediator.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.remediator.port.IncidentStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What every store of incidents must do with the faults that come in. */
public abstract class FaultIntakeContract {
    protected static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123456Z");

    final String pool = "pool-" + UUID.randomUUID();

    protected abstract IncidentStore store();

    /** Whether the incident is due now. */
    protected abstract boolean due(UUID id);

    @Test
    void theFirstFaultOfAMachineComesIntoTheIncidentItNames() {
        Incident incident = incident("gpu-1");

        Optional<Incident> stored = takeFault(UUID.randomUUID(), incident.id(), incident);

        assertThat(stored).contains(incident);
        assertThat(store().find(incident.id())).contains(incident);
        assertThat(due(incident.id())).isTrue();
    }

    /** The detector gives incidents their ids; that only one acts on a node is up to the gates. */
    @Test
    void aFaultThatNamesAnIncidentNotKnownYetOpensIt() {
        Incident other = stored("gpu-1", new IncidentState.Vacating(NOW));
        Incident named = open(UUID.randomUUID(), other.node(), other.machine());

        assertThat(takeFault(UUID.randomUUID(), named.id(), named)).contains(named);
        assertThat(store().find(other.id())).contains(other);
    }

    @Test
    void aFaultOfAnIncidentThatIsOverOpensAnotherWhichTheNextOnesJoin() {
        Incident over = stored("gpu-1", new IncidentState.Recovered(NOW, "replaced"));
        Incident next = open(UUID.randomUUID(), over.node(), over.machine());
        List<Optional<Incident>> found = new ArrayList<>();

        store().takeFault(
                        UUID.randomUUID(),
                        over.id(),
                        over.node(),
                        over.machine(),
                        before -> {
                            found.add(before);
                            return next;
                        });
        Optional<Incident> joined = takeFault(UUID.randomUUID(), over.id(), next);

        assertThat(found).containsExactly(Optional.of(over));
        assertThat(joined).contains(next);
        assertThat(store().find(over.id())).contains(over);
        assertThat(due(next.id())).isTrue();
    }

    @Test
    void anotherBootOfTheNodeIsAnotherMachine() {
        Incident earlier = stored("gpu-1", new IncidentState.Vacating(NOW));
        Incident now = incident("gpu-1");

        assertThat(takeFault(UUID.randomUUID(), now.id(), now)).contains(now);
        assertThat(store().find(earlier.id())).contains(earlier);
    }

    @Test
    void faultsWhoseMachineIsNotKnownNeverJoinEachOther() {
        Incident first = open(UUID.randomUUID(), "gpu-" + UUID.randomUUID(), Machine.UNKNOWN);
        Incident second = open(UUID.randomUUID(), first.node(), Machine.UNKNOWN);

        takeFault(UUID.randomUUID(), first.id(), first);

        assertThat(takeFault(UUID.randomUUID(), second.id(), second)).contains(second);
    }

    @Test
    void aRepeatedFaultChangesNothing() {
        UUID event = UUID.randomUUID();
        Incident incident = incident("gpu-1");
        takeFault(event, incident.id(), incident);
        due(incident.id());

        assertThat(takeFault(event, UUID.randomUUID(), incident("gpu-1"))).isEmpty();
        assertThat(store().find(incident.id())).contains(incident);
    }

    @Test
    void lateFaultsOfOneIncidentAtTheSameTimeOpenOne() throws InterruptedException {
        Incident over = stored("gpu-1", new IncidentState.Recovered(NOW, "replaced"));
        Set<UUID> opened = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Incident next = open(UUID.randomUUID(), over.node(), over.machine());
            threads.add(
                    Thread.startVirtualThread(
                            () ->
                                    store().takeFault(
                                                    UUID.randomUUID(),
                                                    over.id(),
                                                    over.node(),
                                                    over.machine(),
                                                    found ->
                                                            found.filter(each -> !each.closed())
                                                                    .orElse(next))
                                            .map(Incident::id)
                                            .ifPresent(opened::add)));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(opened).hasSize(1);
    }

    /** Joins what is found; opens the given one where nothing is. */
    private Optional<Incident> takeFault(UUID event, UUID id, Incident ifNone) {
        return store().takeFault(
                        event, id, ifNone.node(), ifNone.machine(), found -> found.orElse(ifNone));
    }

    final Incident stored(String node, IncidentState state) {
        Incident open = incident(node);
        Incident incident =
                new Incident(
                        open.id(),
                        open.node(),
                        open.machine(),
                        pool,
                        open.openedAt(),
                        open.faults(),
                        open.evacuation(),
                        state,
                        List.of(),
                        open.cause(),
                        open.orders());
        store().take(UUID.randomUUID(), incident.id(), found -> Optional.of(incident));
        return incident;
    }

    static Incident incident(String node) {
        return open(
                UUID.randomUUID(), node, new Machine("uid-" + node, "boot-" + UUID.randomUUID()));
    }

    static Incident open(UUID id, String node, Machine machine) {
        return Incident.open(
                id,
                node,
                machine,
                new Fault(
                        "XID",
                        79,
                        new Gpu(3, "0000:9b:00", null),
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        "catalogue: xid 79",
                        "GPU has fallen off the bus."),
                UUID.randomUUID(),
                NOW,
                NOW);
    }
}
