package io.medevac.domain.fault;

import org.jspecify.annotations.Nullable;

/**
 * A classified fault.
 *
 * @param kind kind of signal in the words of the catalogue ({@code XID}, {@code SXID}, …)
 * @param code code of the kind (Xid number); null where the kind has none
 * @param gpu the GPU
 * @param scope what is broken
 * @param severity how bad
 * @param action what the rule recommends
 * @param rule the rule that decided, with its source ({@code catalogue: xid 79})
 * @param message text of the observation, control characters removed
 */
public record Fault(
        String kind,
        @Nullable Integer code,
        Gpu gpu,
        FaultScope scope,
        Severity severity,
        RecommendedAction action,
        String rule,
        String message) {}
