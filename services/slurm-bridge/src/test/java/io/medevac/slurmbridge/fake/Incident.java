package io.medevac.slurmbridge.fake;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.slurm.evacuation.EvacuationPolicy;
import io.medevac.domain.slurm.evacuation.Subject;
import java.time.Duration;
import java.util.UUID;

/** Samples for tests. */
public final class Incident {
    /** Incident id. */
    public static final UUID ID = new UUID(0x0199_0000_0000_7000L, 0x8000_0000_0000_00c1L);

    /** Event that quarantined the node. */
    public static final UUID QUARANTINED = new UUID(0x0199_0000_0000_7001L, 0x8000_0000_0000_0001L);

    /** Event that named the replacement. */
    public static final UUID REPLACED = new UUID(0x0199_0000_0000_7002L, 0x8000_0000_0000_0002L);

    /** The policy as it is by default. */
    public static final EvacuationPolicy POLICY =
            new EvacuationPolicy(
                    Duration.ofMillis(400),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(10),
                    Duration.ofMillis(100),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(15),
                    Duration.ofMinutes(5),
                    Duration.ofHours(4),
                    Duration.ofDays(7),
                    Duration.ofMinutes(15),
                    Duration.ofHours(1),
                    Duration.ofMinutes(1));

    private Incident() {}

    /** An Xid 79 on a node. */
    public static Subject on(String node, String uid) {
        Fault fault =
                new Fault(
                        "XID",
                        79,
                        new Gpu(3, "0000:9b:00", null),
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        "catalogue: xid 79",
                        "GPU has fallen off the bus.");
        return new Subject(ID, node, new Machine(uid, "boot-1"), fault, QUARANTINED);
    }
}
