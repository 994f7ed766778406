package io.medevac.domain.detection;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a row of a table makes of an observation.
 *
 * @param kind kind of signal
 * @param scope what is broken
 * @param severity how bad for running work
 * @param action what to do
 */
public record Meaning(String kind, FaultScope scope, Severity severity, RecommendedAction action) {
    /** Nothing can be learnt from a source: neither healthy nor broken, and nothing is repaired. */
    public static final Meaning BLIND =
            new Meaning("BLIND", FaultScope.MONITORING, Severity.DEGRADED, RecommendedAction.NONE);

    /** Longest account of who said so that is kept. */
    static final int RULE_LIMIT = 400;

    /** From four cells of a row, in the order of the components, the first at this place. */
    public static Meaning of(List<String> cells, int first) {
        return new Meaning(
                cells.get(first),
                FaultScope.valueOf(cells.get(first + 1)),
                Severity.valueOf(cells.get(first + 2)),
                RecommendedAction.valueOf(cells.get(first + 3)));
    }

    /** The same where its source only warns: never worse than degraded, never with the node out. */
    public Meaning asWarning() {
        return new Meaning(
                kind,
                scope,
                severity.compareTo(Severity.DEGRADED) > 0 ? Severity.DEGRADED : severity,
                action.takesNodeOut() ? RecommendedAction.NONE : action);
    }

    /**
     * The fault of this meaning.
     *
     * @param code code of the kind; null when it has none
     * @param gpu the GPU, as far as known
     * @param rule who says so; may quote names of the observation, made safe and cut here
     * @param message text of the observation, made safe and cut here
     */
    public Fault fault(@Nullable Integer code, Gpu gpu, String rule, String message) {
        return new Fault(
                kind,
                code,
                gpu,
                scope,
                severity,
                action,
                Text.cut(Text.clean(rule), RULE_LIMIT),
                Text.cut(Text.clean(message), Signal.RAW_LIMIT));
    }
}
