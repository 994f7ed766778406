package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.correlation.Burst.Seen;
import io.medevac.domain.detection.correlation.Evidence.Mark;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.RecommendedAction;
import java.util.Comparator;
import java.util.List;

/**
 * Evidence that counts, with what is done about it.
 *
 * @param verdict what is done: by its own rule, or as the driver asks for
 */
record Fact(Evidence evidence, Seen seen, Verdict verdict) {
    /**
     * What explains others where their rules ask for the same: a GPU that is gone, memory that lost
     * data, switches, processors of the GPU that stopped. Codes of Xids.
     */
    private static final List<Integer> EXPLAINS = List.of(79, 48, 140, 62, 119, 120, 95, 64, 149);

    /** More often than this is too often for errors of a link that correct themselves. */
    private static final int OFTEN = 2;

    /** The best root first; the same whatever the order in which the facts came. */
    static final Comparator<Fact> ROOT_FIRST =
            Comparator.<Fact>comparingInt(Fact::tier)
                    .thenComparing(Fact::strictestFirst)
                    .thenComparingInt(Fact::explaining)
                    .thenComparing(fact -> fact.seen.span(), Span::compareBegin)
                    .thenComparing(Fact::evidence, Evidence.RICHEST_FIRST)
                    .thenComparing(fact -> fact.evidence.subject().toString());

    /** Whether it came so often on one link that more is to be done about it. */
    boolean repeated() {
        return evidence.has(Mark.REPEATS)
                && evidence.action() == RecommendedAction.NONE
                && seen.times() > OFTEN;
    }

    /** The same with what is done about it. */
    Fact with(Verdict decided) {
        return new Fact(evidence, seen, decided);
    }

    /**
     * Hardware explains programs, both explain clean-ups; what is blind or harmless explains
     * nothing.
     */
    private int tier() {
        if (!evidence.opens()) {
            return 5;
        }
        if (evidence.cleansUp()) {
            return 3;
        }
        if (evidence.tellsRecovery()) {
            return evidence.has(Mark.ASKED) ? 1 : 3;
        }
        return switch (evidence.scope()) {
            case MONITORING -> 4;
            case APPLICATION -> 2;
            case UNKNOWN, GPU, NVLINK, SWITCH, NIC, HOST -> 0;
        };
    }

    /** Whether it is a fault of a GPU or its links. */
    boolean ofGpu() {
        return tier() <= 1
                && switch (evidence.scope()) {
                    case UNKNOWN, GPU, NVLINK -> true;
                    case APPLICATION, SWITCH, NIC, HOST, MONITORING -> false;
                };
    }

    private int strictestFirst(Fact other) {
        Verdict own = evidence.verdict();
        Verdict its = other.evidence.verdict();
        if (own.stricterThan(its)) {
            return -1;
        }
        return its.stricterThan(own) ? 1 : 0;
    }

    private int explaining() {
        if (evidence.ofSwitch()) {
            return 2;
        }
        Integer code = evidence.subject().code();
        int place = code == null ? -1 : EXPLAINS.indexOf(code);
        return place < 0 ? EXPLAINS.size() : place;
    }
}
