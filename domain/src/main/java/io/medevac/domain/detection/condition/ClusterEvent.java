package io.medevac.domain.detection.condition;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An Event of Kubernetes, or a log line of a health agent that has the same content.
 *
 * @param type {@code Normal} or {@code Warning}; NVSentinel puts the name of the check here
 * @param reason may be empty
 * @param message may be empty
 * @param involvedKind kind of the object it is about; may be empty
 * @param involvedName name of that object; may be empty
 * @param at when it was seen last; null when not given
 */
public record ClusterEvent(
        String type,
        String reason,
        String message,
        String involvedKind,
        String involvedName,
        @Nullable Instant at) {

    /** Whether it is about a node, named or not. */
    boolean aboutNode() {
        return involvedKind.equals("Node");
    }

    /** The node it is about; null when it is about something else, or not named. */
    @Nullable String node() {
        return aboutNode() && !involvedName.isEmpty() ? involvedName : null;
    }
}
