package io.medevac.domain.detection.condition;

import io.medevac.domain.fault.Gpu;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A health event of NVSentinel.
 *
 * @param node node; null when not given
 * @param check name of the check
 * @param verdict what the check says
 * @param errorCodes Xids, SXids or names of DCGM's errors
 * @param message may be empty
 * @param gpu the GPU, as far as the entities name it
 * @param at when it was made; null when not given
 */
public record HealthEvent(
        @Nullable String node,
        String check,
        Verdict verdict,
        List<String> errorCodes,
        String message,
        Gpu gpu,
        @Nullable Instant at) {

    /** Keeps a copy. */
    public HealthEvent {
        errorCodes = List.copyOf(errorCodes);
    }

    /** What a check says. */
    public enum Verdict {
        HEALTHY,
        NOT_FATAL,
        FATAL
    }
}
