package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Trouble.Root;
import io.medevac.domain.detection.dcgm.DcgmRules;
import io.medevac.domain.detection.xid.NvLinkRegisters;
import io.medevac.domain.detection.xid.PreviousXid;
import io.medevac.domain.detection.xid.RecoveryAction;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a finding counts when findings are put together; findings that are equal in it are only
 * counted.
 *
 * @param kind kind of the finding
 * @param code its number; null where the kind has none
 * @param cause the Xid that a clean-up names as its cause; null when it names none
 * @param names what names its GPU or switch, see {@link Devices}
 * @param link the NVLink, where it counts how often one of them is named; else null
 */
record Evidence(
        Source source,
        String kind,
        @Nullable Integer code,
        @Nullable Integer cause,
        Set<String> names,
        @Nullable Integer link,
        FaultScope scope,
        Severity severity,
        RecommendedAction action,
        Set<Mark> marks) {
    /** Those first that tell most of their subject. */
    static final Comparator<Evidence> RICHEST_FIRST =
            Comparator.comparing(Evidence::source).thenComparing(Evidence::indirect);

    /**
     * By what is lost when it is forgotten: troubles last, for without one there is nothing to
     * tell; among those, the one that asks for most.
     */
    static final Comparator<Evidence> LEAST_GRAVE_FIRST =
            Comparator.comparing(Evidence::opens)
                    .thenComparing(Evidence::surrounds)
                    .thenComparing(Evidence::verdict, Verdict.MILDEST_FIRST);

    private static final int RESET_CHANNEL = 43;
    private static final int FALLEN_OFF_THE_BUS = 79;

    /** Kinds that tell of other records, of the log itself or of the inventory. */
    private static final Set<String> NO_EVIDENCE =
            Set.of(
                    "GPU_IDENTITY",
                    "DRIVER_LOADED",
                    "BOOT",
                    "CONTEXT",
                    "MALFORMED",
                    "UNTRUSTED",
                    "SXID_DETAIL");

    /** Kinds that are no fault, and yet change what a person does about one. */
    private static final Set<String> SURROUNDINGS =
            Set.of(
                    "STALE_CONDITION",
                    "MAINTENANCE",
                    "SLURM_DRAIN",
                    "OTHER_REMEDIATOR",
                    "REPAIR_BLOCKED");

    /** What a rule says beside its verdict. */
    enum Mark {
        /** The driver itself names the recovery that it needs. */
        ASKED,
        /** The driver says that no recovery is needed any more. */
        ASKS_NOTHING,
        /** The source shows the last code only. */
        MAY_HIDE,
        /** Nobody has said what the code asks for, so nobody has said that it is harmless. */
        UNPUBLISHED,
        /** Number and text of the record do not belong together. */
        CONTRADICTORY,
        /** Asks for more when it comes again and again on one link. */
        REPEATS
    }

    static Evidence of(Source source, Finding finding) {
        Fault fault = finding.fault();
        OptionalInt cause =
                isXid(fault, PreviousXid.CLEAN_UP)
                        ? PreviousXid.in(fault.message())
                        : OptionalInt.empty();
        Set<Mark> marks = marks(fault);
        return new Evidence(
                source,
                fault.kind(),
                fault.code(),
                cause.isPresent() ? cause.getAsInt() : null,
                Devices.names(source, finding),
                marks.contains(Mark.REPEATS) ? finding.link() : null,
                fault.scope(),
                fault.severity(),
                fault.action(),
                marks);
    }

    private static Set<Mark> marks(Fault fault) {
        EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
        String rule = fault.rule();
        if (rule.contains(RecoveryAction.RULE)) {
            marks.add(fault.action() == RecommendedAction.NONE ? Mark.ASKS_NOTHING : Mark.ASKED);
        }
        if (rule.endsWith(DcgmRules.MAY_HIDE)) {
            marks.add(Mark.MAY_HIDE);
        }
        if (rule.endsWith(FaultCatalogue.UNPUBLISHED)) {
            marks.add(Mark.UNPUBLISHED);
        }
        if (rule.contains(FaultCatalogue.CONTRADICTION)) {
            marks.add(Mark.CONTRADICTORY);
        }
        if (rule.contains(NvLinkRegisters.REPEATS)) {
            marks.add(Mark.REPEATS);
        }
        return Set.copyOf(marks);
    }

    private static boolean isXid(Fault fault, int code) {
        return fault.kind().equals(FaultCatalogue.XID)
                && fault.code() != null
                && fault.code() == code;
    }

    /** Whether a finding of this kind can be part of a trouble at all. */
    static boolean counts(Fault fault) {
        return !NO_EVIDENCE.contains(fault.kind());
    }

    /**
     * Whether it is a trouble by itself. What is harmless and asks for nothing is none, but for an
     * Xid of a program (somebody's work has ended) and one that nobody has said is harmless.
     */
    boolean opens() {
        boolean harmless = severity == Severity.INFO && action == RecommendedAction.NONE;
        return !surrounds()
                && (!harmless
                        || has(Mark.UNPUBLISHED)
                        || (kind.equals(FaultCatalogue.XID) && scope == FaultScope.APPLICATION));
    }

    /** Whether it is no fault and only something to know beside one. */
    boolean surrounds() {
        return SURROUNDINGS.contains(kind);
    }

    /** Whether it may be of interest beside a trouble: what NICs and hosts correct is not. */
    boolean accompanies() {
        return surrounds() || (scope != FaultScope.HOST && scope != FaultScope.NIC);
    }

    /** What it is about: a lost GPU is Xid 79 in any words, a clean-up is about its cause. */
    Root subject() {
        if (cause != null) {
            return new Root(FaultCatalogue.XID, cause);
        }
        if (kind.equals("GPU_LOST")) {
            return new Root(FaultCatalogue.XID, FALLEN_OFF_THE_BUS);
        }
        return kind.equals("PLUGIN_HEALTH") && code != null
                ? new Root(FaultCatalogue.XID, code)
                : new Root(kind, code);
    }

    /** Whether it comes after another fault and explains nothing. */
    boolean cleansUp() {
        return kind.equals(FaultCatalogue.XID)
                && cause == null
                && code != null
                && (code == PreviousXid.CLEAN_UP || code == RESET_CHANNEL);
    }

    /** Whether it only tells which recovery another fault needs. */
    boolean tellsRecovery() {
        return kind.equals(FaultCatalogue.XID) && code != null && code == RecoveryAction.XID;
    }

    /** Whether it tells of its subject only by what another record or program says. */
    private boolean indirect() {
        return cause != null || kind.equals("PLUGIN_HEALTH");
    }

    Verdict verdict() {
        return new Verdict(scope, severity, action, "");
    }

    boolean has(Mark mark) {
        return marks.contains(mark);
    }

    boolean ofSwitch() {
        return kind.equals(SecondHand.SXID);
    }
}
