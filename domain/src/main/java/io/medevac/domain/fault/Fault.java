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
        String message) {

    /**
     * How a kind and its code are called: {@code Xid 79}, {@code SXid 12028}; the kind alone where
     * there is no code.
     */
    public static String named(String kind, @Nullable Integer code) {
        String name =
                switch (kind) {
                    case "XID" -> "Xid";
                    case "SXID" -> "SXid";
                    default -> kind;
                };
        return code == null ? name : name + " " + code;
    }

    /** The same verdict with another account of who said so. */
    public Fault saidBy(String otherRule) {
        return new Fault(kind, code, gpu, scope, severity, action, otherRule, message);
    }

    /** The same verdict on another GPU. */
    public Fault on(Gpu otherGpu) {
        return new Fault(kind, code, otherGpu, scope, severity, action, rule, message);
    }
}
