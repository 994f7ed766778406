package io.medevac.detector.port;

import io.medevac.domain.node.Machine;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * What is remembered of nodes over restarts, by all replicas together. Every method blocks, and
 * throws an unchecked exception when the store does not answer; nothing has changed then.
 */
public interface NodeMemory {

    /**
     * Since when each boot is known. One that nobody has seen before is known from now on, since
     * the given time; one that is asked for again is remembered longer.
     *
     * @param boots boots, all parts known, each with the time that counts if it is new
     * @return the same boots, each with the time that counts
     */
    Map<Machine, Instant> since(Map<Machine, Instant> boots);

    /** Signals that are still being said are remembered longer, so that they never come anew. */
    void renew(Collection<UUID> signals);
}
