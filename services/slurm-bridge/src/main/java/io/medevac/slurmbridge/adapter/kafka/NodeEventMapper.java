package io.medevac.slurmbridge.adapter.kafka;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.slurm.evacuation.Replacement;
import io.medevac.domain.slurm.evacuation.Subject;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultSummary;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.wire.PermanentFailure;
import java.util.UUID;

/** What the remediator's events say, in the domain's words. */
public final class NodeEventMapper {
    private NodeEventMapper() {}

    /** The node that is in quarantine, and why. */
    public static Subject subject(NodeQuarantined event) {
        return new Subject(
                incident(event.getHeader()),
                event.getHeader().getNode(),
                new Machine(event.getMachine().getNodeUid(), event.getMachine().getBootId()),
                fault(event.getFault()),
                event.getHeader().getEventId());
    }

    /** The node that serves in its place. */
    public static Replacement replacement(NodeReplaced event) {
        return new Replacement(event.getReplacement(), event.getHeader().getEventId());
    }

    /**
     * The incident of an event of the remediator; each has one.
     *
     * @throws PermanentFailure when it has none
     */
    static UUID incident(EventHeader header) {
        if (header.getIncidentId() == null) {
            throw new PermanentFailure("event " + header.getEventId() + " names no incident");
        }
        return header.getIncidentId();
    }

    private static Fault fault(FaultSummary fault) {
        return new Fault(
                fault.getKind(),
                fault.getCode(),
                new Gpu(
                        fault.getGpu().getIndex(),
                        fault.getGpu().getPci(),
                        fault.getGpu().getUuid()),
                FaultScope.UNKNOWN,
                Severity.valueOf(fault.getSeverity().name()),
                RecommendedAction.valueOf(fault.getAction().name()),
                fault.getRule(),
                fault.getMessage());
    }
}
