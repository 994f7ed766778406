package io.medevac.domain.detection.condition;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes Node, as far as it says something of accelerators.
 *
 * @param name its name; null when not given
 * @param bootId {@code status.nodeInfo.bootID}; null when not given
 * @param conditions its conditions, in any order
 * @param accelerators capacity and allocatable by name of the resource
 */
public record NodeObject(
        @Nullable String name,
        @Nullable String bootId,
        List<NodeCondition> conditions,
        Map<String, Amount> accelerators) {

    /** Keeps copies. */
    public NodeObject {
        conditions = List.copyOf(conditions);
        accelerators = Map.copyOf(accelerators);
    }

    /**
     * Devices of one resource.
     *
     * @param capacity devices that the node has, from 0
     * @param allocatable devices that pods may have, from 0
     */
    public record Amount(long capacity, long allocatable) {

        /** Devices that the node has and pods may not have; 0 or more. */
        public long missing() {
            return Math.max(0, capacity - allocatable);
        }
    }
}
