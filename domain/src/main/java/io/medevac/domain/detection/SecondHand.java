package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.Locale;

/**
 * What sources poorer than the kernel log say of a driver's codes. The catalogue decides what a
 * code means; the rule names the poorer source, so that a richer one of the same trouble wins.
 */
public final class SecondHand {
    /** Kind of a signal that carries an SXid. */
    public static final String SXID = "SXID";

    private static final String ONLY_TOLD = ", named only in a sentence: no repair";

    private static final Meaning SOME_SXID =
            new Meaning(SXID, FaultScope.SWITCH, Severity.UNKNOWN, RecommendedAction.UNKNOWN);

    private final Catalogue catalogue;

    /** Asks this catalogue. */
    public SecondHand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** What decides on an Xid. */
    public interface Catalogue {

        /** What this Xid of this GPU means. */
        Fault classify(XidReported xid, Gpu gpu);
    }

    /** What a source says of the severity of an SXid. */
    public enum Weight {
        FATAL("Fatal"),
        NON_FATAL("Non-fatal"),
        UNSAID("");

        /** As a switch's driver says it. */
        private final String word;

        Weight(String word) {
            this.word = word;
        }

        /** By the words of a text. */
        public static Weight of(String text) {
            String words = text.toLowerCase(Locale.ROOT);
            if (words.contains("non-fatal") || words.contains("nonfatal")) {
                return NON_FATAL;
            }
            return words.contains("fatal") ? FATAL : UNSAID;
        }
    }

    /**
     * An Xid.
     *
     * @param source who says so, for the rule
     * @param xid the code, and what the source says beside it
     */
    public Fault xid(String source, XidReported xid, Gpu gpu) {
        Fault own = catalogue.classify(xid, gpu);
        String rule = source + ": xid " + xid.code() + ", ";
        boolean plain = own.rule().equals("catalogue: xid " + xid.code());
        return with(own, xid.code(), rule + (plain ? "catalogue" : own.rule()));
    }

    /**
     * An Xid that the source names only in a sentence for people: it never takes the node out.
     *
     * @param source who says so, for the rule
     * @param xid the code, and what the source says beside it
     */
    public Fault toldXid(String source, XidReported xid, Gpu gpu) {
        Fault own = xid(source, xid, gpu);
        boolean worse = own.severity().compareTo(Severity.DEGRADED) > 0;
        if (!worse && !own.action().takesNodeOut()) {
            return own;
        }
        return new Fault(
                own.kind(),
                own.code(),
                own.gpu(),
                own.scope(),
                worse ? Severity.DEGRADED : own.severity(),
                own.action().takesNodeOut() ? RecommendedAction.CONTACT_SUPPORT : own.action(),
                Text.cut(own.rule() + ONLY_TOLD, Meaning.RULE_LIMIT),
                own.message());
    }

    /** An SXid: the table and the source's word decide together, as for the kernel's line. */
    public Fault sxid(String source, int code, Weight weight, String message) {
        String rule = source + ": sxid " + code;
        if (!SxidCatalogue.SHIPPED.knows(code)) {
            return SOME_SXID.fault(
                    code, Gpu.UNKNOWN, rule + " is unknown: reported, never repaired", message);
        }
        if (weight == Weight.UNSAID) {
            return SOME_SXID.fault(
                    code,
                    Gpu.UNKNOWN,
                    rule + ", whether fatal is not said: reported, never repaired",
                    message);
        }
        Verdict verdict = SxidCatalogue.SHIPPED.classify(code, weight.word);
        return new Meaning(SXID, verdict.scope(), verdict.severity(), verdict.action())
                .fault(
                        code,
                        Gpu.UNKNOWN,
                        rule
                                + ", catalogue"
                                + verdict.rule().substring(SxidCatalogue.rule(code).length()),
                        message);
    }

    private static Fault with(Fault fault, int code, String rule) {
        return new Fault(
                fault.kind(),
                code,
                fault.gpu(),
                fault.scope(),
                fault.severity(),
                fault.action(),
                Text.cut(Text.clean(rule), Meaning.RULE_LIMIT),
                Text.cut(Text.clean(fault.message()), Signal.RAW_LIMIT));
    }
}
