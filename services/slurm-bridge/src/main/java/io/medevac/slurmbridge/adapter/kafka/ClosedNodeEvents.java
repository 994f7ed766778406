package io.medevac.slurmbridge.adapter.kafka;

import io.medevac.domain.slurm.StandingReason;
import io.medevac.events.SlurmNodeClosed;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.UUID;

/** Closed nodes as events; the same reason set at the same time is the same event. */
@ApplicationScoped
public class ClosedNodeEvents {
    private final EventHeaders headers;

    /** Constructor for injection. */
    public ClosedNodeEvents(EventHeaders headers) {
        this.headers = headers;
    }

    /**
     * The event.
     *
     * @param node Kubernetes node
     * @param seen when it was seen
     */
    public SlurmNodeClosed of(StandingReason closed, String node, Instant seen) {
        String slurmNode = closed.node().name();
        Instant setAt = closed.setAt();
        UUID id =
                EventIds.derived(
                        "slurm-node-closed",
                        headers.cluster(),
                        slurmNode,
                        String.valueOf(setAt),
                        closed.text());
        return SlurmNodeClosed.newBuilder()
                .setHeader(headers.of(id, null, node, setAt == null ? seen : setAt, null))
                .setSlurmNode(slurmNode)
                .setState(closed.node().state().toString())
                .setReason(closed.text())
                .setSetBy(closed.setBy())
                .setSetAt(setAt)
                .build();
    }
}
