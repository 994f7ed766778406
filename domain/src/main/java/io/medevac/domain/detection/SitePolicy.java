package io.medevac.domain.detection;

import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a site wants to be done otherwise than the catalogue says. It counts more than the catalogue
 * and makes unknown codes known, and less than what a line itself tells: a target action (xid 154)
 * or a decoded NVLink 5 report.
 *
 * @param overrides at most one for each kind and code
 */
public record SitePolicy(List<Rule> overrides) {

    /** Nothing is done otherwise. */
    public static final SitePolicy NONE = new SitePolicy(List.of());

    /**
     * Keeps a copy.
     *
     * @throws IllegalArgumentException when a kind and code have two, or one changes nothing
     */
    public SitePolicy {
        overrides = List.copyOf(overrides);
        Set<String> seen = new HashSet<>();
        for (Rule rule : overrides) {
            if (!seen.add(rule.named())) {
                throw new IllegalArgumentException(rule.named() + " is there twice");
            }
        }
    }

    /** The fault as the site sees it; the same when the site says nothing of it. */
    public Fault applyTo(Fault fault) {
        Verdict verdict =
                new Verdict(fault.scope(), fault.severity(), fault.action(), fault.rule());
        Verdict changed = applyTo(fault.kind(), fault.code(), verdict);
        return changed.equals(verdict)
                ? fault
                : new Fault(
                        fault.kind(),
                        fault.code(),
                        fault.gpu(),
                        changed.scope(),
                        changed.severity(),
                        changed.action(),
                        changed.rule(),
                        fault.message());
    }

    /**
     * The verdict as the site sees it; the same when the site says nothing of the kind and code.
     */
    Verdict applyTo(String kind, @Nullable Integer code, Verdict verdict) {
        return find(kind, code)
                .map(
                        rule ->
                                new Verdict(
                                        rule.scope() == null ? verdict.scope() : rule.scope(),
                                        rule.severity() == null
                                                ? verdict.severity()
                                                : rule.severity(),
                                        rule.action() == null ? verdict.action() : rule.action(),
                                        "site policy: %s (instead of %s)"
                                                .formatted(rule.named(), verdict.rule())))
                .orElse(verdict);
    }

    /** The one for this very code, else the one for the whole kind. */
    private Optional<Rule> find(String kind, @Nullable Integer code) {
        Optional<Rule> exact =
                code == null
                        ? Optional.empty()
                        : overrides.stream()
                                .filter(rule -> rule.kind().equals(kind))
                                .filter(rule -> code.equals(rule.code()))
                                .findFirst();
        return exact.or(
                () ->
                        overrides.stream()
                                .filter(rule -> rule.kind().equals(kind))
                                .filter(rule -> rule.code() == null)
                                .findFirst());
    }

    /**
     * What is seen otherwise; null leaves a part as the catalogue says.
     *
     * @param kind kind of the fault, in the words of {@link Fault#kind}
     * @param code its code; null for all of the kind
     */
    public record Rule(
            String kind,
            @Nullable Integer code,
            @Nullable FaultScope scope,
            @Nullable Severity severity,
            @Nullable RecommendedAction action) {

        /**
         * Checks it.
         *
         * @throws IllegalArgumentException when it changes nothing
         */
        public Rule {
            if (scope == null && severity == null && action == null) {
                throw new IllegalArgumentException(
                        (code == null ? kind : kind + " " + code)
                                + " gives neither action nor severity nor scope");
            }
        }

        String named() {
            return code == null ? kind : kind + " " + code;
        }
    }
}
