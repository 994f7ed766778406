package io.medevac.domain.remediation.cluster;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** What one of our signed annotations on a node says. */
public sealed interface Mark {

    /** There is no such annotation. */
    static Mark none() {
        return new None();
    }

    /** Whether it was signed for this incident. */
    default boolean signedFor(UUID incident) {
        return this instanceof Signed signed && signed.incident().equals(incident);
    }

    /** No annotation. */
    record None() implements Mark {}

    /**
     * Signed by us.
     *
     * @param incident the incident it was made for
     * @param at when
     * @param cordonedBefore whether the node was unschedulable before us; then a release leaves it
     * @param labelsBefore labels of ours that the node had before, so that they can be put back
     */
    record Signed(
            UUID incident, Instant at, boolean cordonedBefore, Map<String, String> labelsBefore)
            implements Mark {
        public Signed {
            labelsBefore = Map.copyOf(labelsBefore);
        }
    }

    /**
     * The annotation is there and cannot be read: never taken for absent.
     *
     * @param why what is wrong with it
     */
    record Unreadable(String why) implements Mark {}
}
