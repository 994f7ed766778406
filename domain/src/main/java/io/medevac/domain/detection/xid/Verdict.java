package io.medevac.domain.detection.xid;

import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.Comparator;

/**
 * What a rule makes of a report.
 *
 * @param scope what is broken
 * @param severity how bad
 * @param action what to do
 * @param rule the rule, in words
 */
public record Verdict(FaultScope scope, Severity severity, RecommendedAction action, String rule) {

    /** By what they ask for: the action counts first, then the severity. */
    public static final Comparator<Verdict> MILDEST_FIRST =
            Comparator.<Verdict>comparingInt(verdict -> rank(verdict.action))
                    .thenComparing(Verdict::severity);

    /** With another wording of the rule. */
    public Verdict ruled(String words) {
        return new Verdict(scope, severity, action, words);
    }

    /** With at least this severity. */
    public Verdict atLeast(Severity least) {
        return severity.compareTo(least) >= 0 ? this : new Verdict(scope, least, action, rule);
    }

    /** Whether it asks for more than the other: the action counts first, then the severity. */
    public boolean stricterThan(Verdict other) {
        return MILDEST_FIRST.compare(this, other) > 0;
    }

    private static int rank(RecommendedAction action) {
        return switch (action) {
            case UNKNOWN, NONE -> 0;
            case RESTART_APP -> 1;
            case CONTACT_SUPPORT -> 2;
            case RESET_GPU -> 3;
            case REBOOT_NODE -> 4;
            case REPLACE_NODE -> 5;
        };
    }
}
