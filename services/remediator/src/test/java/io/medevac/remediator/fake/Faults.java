package io.medevac.remediator.fake;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.remediator.application.OpenOrJoinIncident.Told;
import java.time.Instant;
import java.util.UUID;

/** Faults that the detector tells of. */
public final class Faults {
    private Faults() {}

    /** A GPU of an {@link EditableNode} has fallen off the bus. */
    public static Told gpuLost(UUID incident, String node, Instant at) {
        return new Told(
                UUID.randomUUID(),
                incident,
                node,
                new Machine("uid-" + node, "boot-" + node),
                new Fault(
                        "XID",
                        79,
                        Gpu.UNKNOWN,
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        "catalogue: xid 79",
                        "GPU has fallen off the bus."),
                at);
    }
}
