package io.medevac.domain.detection.condition;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A condition of an object, as Kubernetes spells it.
 *
 * @param type its type
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason may be empty
 * @param message may be empty
 * @param lastTransitionTime when the status changed; null when not given. A heartbeat that moves is
 *     no change
 */
public record NodeCondition(
        String type,
        String status,
        String reason,
        String message,
        @Nullable Instant lastTransitionTime) {}
