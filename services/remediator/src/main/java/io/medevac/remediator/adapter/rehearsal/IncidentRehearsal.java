package io.medevac.remediator.adapter.rehearsal;

import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultScope;
import io.medevac.events.GpuFault;
import io.medevac.events.Machine;
import io.medevac.events.NodeVacated;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.messaging.Rehearsal;
import io.medevac.messaging.RehearsedEvents;
import io.medevac.remediator.adapter.kafka.Facts;
import io.medevac.remediator.application.OpenOrJoinIncident;
import io.medevac.remediator.application.ReconcileIncident;
import io.medevac.remediator.application.RecordFact;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.IncidentStore;
import io.medevac.remediator.port.Journal;
import io.medevac.remediator.port.NodeControl;
import io.medevac.remediator.port.ReplacementProvider;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import io.medevac.wire.EventTypes;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/**
 * A node is lost, vacated, drained, replaced and the incident closed. Events, decisions and
 * database are real, the cluster is made up; of the real one only what is not there is asked for.
 */
@ApplicationScoped
class IncidentRehearsal implements Rehearsal {
    private static final RemediationPolicy ENFORCED =
            new RemediationPolicy(
                    PoolPolicy.DEFAULT.withMode(Mode.ENFORCE).withCooldown(Duration.ZERO),
                    Map.of(),
                    List.of());

    private final RehearsedEvents events;
    private final EventHeaders headers;
    private final IncidentStore store;
    private final ClusterView view;
    private final NodeControl control;
    private final ReplacementProvider provider;
    private final OpenOrJoinIncident openOrJoin;
    private final RecordFact recordFact;
    private final InstantSource clock;

    IncidentRehearsal(
            RehearsedEvents events,
            EventHeaders headers,
            IncidentStore store,
            ClusterView view,
            NodeControl control,
            ReplacementProvider provider,
            OpenOrJoinIncident openOrJoin,
            RecordFact recordFact,
            InstantSource clock) {
        this.events = events;
        this.headers = headers;
        this.store = store;
        this.view = view;
        this.control = control;
        this.provider = provider;
        this.openOrJoin = openOrJoin;
        this.recordFact = recordFact;
        this.clock = clock;
    }

    @Override
    public void play() {
        UUID incident = EventIds.next(clock.instant());
        MadeUpCluster cluster = new MadeUpCluster();
        ReconcileIncident reconcile =
                new ReconcileIncident(
                        new WithoutOrders(store),
                        cluster,
                        cluster,
                        cluster,
                        () -> ENFORCED,
                        Journal.SILENT,
                        clock);
        openOrJoin.on(Facts.of(events.received(fault(incident))));
        reconcile.run(incident);
        record(vacated(incident));
        reconcile.run(incident);
        record(joined(incident));
        reconcile.run(incident);
        if (store.find(incident).filter(Incident::closed).isEmpty()) {
            throw new IllegalStateException("the rehearsed incident was not closed");
        }
        askTheRealCluster(incident, cluster);
    }

    private void askTheRealCluster(UUID incident, MadeUpCluster madeUp) {
        view.node(MadeUpCluster.NAME);
        view.pods(MadeUpCluster.NAME);
        view.pool(MadeUpCluster.NAME);
        provider.offers(MadeUpCluster.NAME, null);
        control.run(madeUp.refusedEverywhere(incident, clock.instant()));
    }

    private void record(SpecificRecord event) {
        Fact fact = Facts.of(events.received(event)).orElseThrow();
        EventHeader header = EventTypes.headerOf(event);
        recordFact.on(header.getIncidentId(), header.getNode(), fact);
    }

    private GpuFault fault(UUID incident) {
        return GpuFault.newBuilder()
                .setHeader(header(incident))
                .setMachine(
                        Machine.newBuilder()
                                .setNodeUid(MadeUpCluster.MACHINE.nodeUid())
                                .setBootId(MadeUpCluster.MACHINE.bootId())
                                .build())
                .setFault(RehearsedEvents.fault())
                .setScope(FaultScope.GPU)
                .setOpensIncident(true)
                .setOccurrence(1)
                .build();
    }

    private NodeVacated vacated(UUID incident) {
        return NodeVacated.newBuilder()
                .setHeader(header(incident))
                .setSlurmNode(MadeUpCluster.NAME)
                .setRequeued(List.of())
                .setLost(List.of())
                .build();
    }

    private SlurmNodeJoined joined(UUID incident) {
        return SlurmNodeJoined.newBuilder()
                .setHeader(header(incident))
                .setSlurmNode(MadeUpCluster.SPARE)
                .setState("IDLE")
                .setUndrained(false)
                .build();
    }

    private EventHeader header(UUID incident) {
        return headers.next(incident, MadeUpCluster.NAME, clock.instant(), null);
    }
}
