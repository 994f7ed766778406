package io.medevac.domain.detection;

import io.medevac.domain.detection.table.Table;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each error of an NVSwitch means. The line itself says Fatal or Non-fatal; the table says
 * what the guide does. When they differ the stricter one counts, because some that are printed as
 * non-fatal end jobs all the same.
 */
final class SxidCatalogue {
    private static final Verdict FATAL =
            new Verdict(FaultScope.SWITCH, Severity.CRITICAL, RecommendedAction.REBOOT_NODE, "");
    private static final Verdict UNDECIDED =
            new Verdict(
                    FaultScope.SWITCH, Severity.DEGRADED, RecommendedAction.CONTACT_SUPPORT, "");
    private static final Verdict NON_FATAL =
            new Verdict(FaultScope.SWITCH, Severity.DEGRADED, RecommendedAction.NONE, "");

    /** The table that is shipped. */
    static final SxidCatalogue SHIPPED = new SxidCatalogue();

    private final Map<Integer, Verdict> byCode = new HashMap<>();

    private SxidCatalogue() {
        Table.rows(SxidCatalogue.class, "sxid.tsv", 5)
                .forEach(row -> byCode.put(Integer.valueOf(row.get(0)), verdict(row)));
    }

    private static Verdict verdict(List<String> row) {
        return new Verdict(
                FaultScope.SWITCH,
                Severity.valueOf(row.get(2)),
                RecommendedAction.valueOf(row.get(3)),
                row.get(4));
    }

    /** Whether the guide or the driver has it. */
    boolean knows(int code) {
        return byCode.containsKey(code);
    }

    /** With this begins the rule of each verdict on this code. */
    static String rule(int code) {
        return "catalogue: sxid " + code;
    }

    Verdict classify(int code, String message) {
        String rule = rule(code);
        Verdict listed = byCode.get(code);
        if (listed == null) {
            return new Verdict(
                    FaultScope.SWITCH,
                    Severity.UNKNOWN,
                    RecommendedAction.UNKNOWN,
                    rule + " is unknown: reported, never repaired");
        }
        boolean fatal = message.startsWith("Fatal");
        boolean nonFatal = message.startsWith("Non-fatal") || message.startsWith("Nonfatal");
        if (listed.action() == RecommendedAction.UNKNOWN) {
            return wordOnly(fatal, nonFatal, rule);
        }
        if (fatal && FATAL.stricterThan(listed) && listed.severity() != Severity.CRITICAL) {
            return FATAL.ruled(rule + " is listed as harmless, the line says Fatal: the stricter");
        }
        return nonFatal && listed.severity() == Severity.CRITICAL
                ? listed.ruled(rule + ", the line says Non-fatal: the stricter counts")
                : listed.ruled(rule);
    }

    private static Verdict wordOnly(boolean fatal, boolean nonFatal, String rule) {
        if (fatal) {
            return FATAL.ruled(rule + ", not in the guide; the line says Fatal");
        }
        return nonFatal
                ? NON_FATAL.ruled(rule + ", not in the guide; the line says Non-fatal")
                : UNDECIDED.ruled(rule + ", not in the guide; the line does not say how bad");
    }
}
