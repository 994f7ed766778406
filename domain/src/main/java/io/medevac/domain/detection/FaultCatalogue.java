package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.table.Table;
import io.medevac.domain.detection.xid.ContradictingText;
import io.medevac.domain.detection.xid.DriverVersion;
import io.medevac.domain.detection.xid.NvLink5;
import io.medevac.domain.detection.xid.NvLinkRegisters;
import io.medevac.domain.detection.xid.PreviousXid;
import io.medevac.domain.detection.xid.RecoveryAction;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each report means and asks for. What the line itself tells counts most: the target action of
 * Xid 154, then a decoded NVLink 5 report; after them what the site says, then the tables, data
 * files beside this class. {@code xid.tsv} has code, mnemonic, scope, severity, action, and the
 * source that says so. What is in no table is reported and never repaired.
 */
public final class FaultCatalogue {
    /** Kind of a signal that carries an Xid. */
    public static final String XID = "XID";

    /** With this ends the rule of an Xid that has a name, and nobody says what to do about it. */
    public static final String UNPUBLISHED = "no action published";

    /** The rule of a record says this when its number and its text belong to different Xids. */
    public static final String CONTRADICTION = "contradict each other";

    private static final String TABLE = "xid.tsv";
    private static final int COLUMNS = 6;
    private static final int FALLEN_OFF_THE_BUS = 79;

    private final Map<Integer, Entry> byCode;
    private final NvLink5 nvLink5 = new NvLink5();
    private final NvLinkRegisters registers = new NvLinkRegisters();
    private final RecoveryAction recovery = new RecoveryAction();
    private final ContradictingText texts = new ContradictingText();
    private final KindCatalogue kinds = new KindCatalogue();
    private final SitePolicy policy;

    private FaultCatalogue(Map<Integer, Entry> byCode, SitePolicy policy) {
        this.byCode = Collections.unmodifiableMap(byCode);
        this.policy = policy;
    }

    /**
     * The catalogue that comes with this version.
     *
     * @throws IllegalStateException when a table cannot be read, which is a fault of the build
     */
    public static FaultCatalogue shipped() {
        return new FaultCatalogue(read(), SitePolicy.NONE);
    }

    /** The same with what a site wants otherwise. */
    public FaultCatalogue with(SitePolicy site) {
        return new FaultCatalogue(byCode, site);
    }

    /** All entries, by rising code. */
    public Collection<Entry> entries() {
        return byCode.values();
    }

    /**
     * Classifies a report of a driver whose version is not known. A code that is not in the table
     * is reported with action and severity {@code UNKNOWN}, and so never repaired.
     */
    public Fault classify(XidReported xid, Gpu gpu) {
        return classify(xid, gpu, null);
    }

    /**
     * The same.
     *
     * @param driver driver of the node; null when not known
     */
    public Fault classify(XidReported xid, Gpu gpu, @Nullable DriverVersion driver) {
        return fault(
                KernelKind.XID,
                xid.code(),
                gpu,
                verdict(xid.code(), xid.message(), driver),
                xid.message());
    }

    /** Classifies what is no Xid. */
    public Fault classify(Observed observed, Gpu gpu) {
        return fault(observed.kind(), observed.code(), gpu, verdict(observed), observed.message());
    }

    /**
     * What another reader has classified, as the site sees it. An Xid has been seen so already: its
     * reader asks this catalogue.
     */
    Finding sited(Finding finding) {
        return finding.fault().kind().equals(XID)
                ? finding
                : finding.with(policy.applyTo(finding.fault()));
    }

    private static Fault fault(
            KernelKind kind, @Nullable Integer code, Gpu gpu, Verdict verdict, String message) {
        return new Fault(
                kind.name(),
                code,
                gpu,
                verdict.scope(),
                verdict.severity(),
                verdict.action(),
                verdict.rule(),
                message);
    }

    private Verdict verdict(Observed observed) {
        Integer code = observed.code();
        Verdict verdict =
                switch (observed.kind()) {
                    case SXID ->
                            SxidCatalogue.SHIPPED.classify(
                                    code == null ? -1 : code, observed.message());
                    // The words of a lost GPU are equal to the Xid: what is said of that counts.
                    case GPU_LOST -> lost(observed.message());
                    default -> kinds.classify(observed.kind(), observed.message());
                };
        return policy.applyTo(observed.kind().name(), code, verdict);
    }

    private Verdict lost(String message) {
        Verdict equal = sited(FALLEN_OFF_THE_BUS);
        return equal.ruled(
                kinds.classify(KernelKind.GPU_LOST, message).rule() + "; " + equal.rule());
    }

    private Verdict verdict(int code, String message, @Nullable DriverVersion driver) {
        return told(code, message, driver).orElseGet(() -> checked(code, message));
    }

    /** What the line itself tells. */
    private Optional<Verdict> told(int code, String message, @Nullable DriverVersion driver) {
        if (code == RecoveryAction.XID) {
            return recovery.asked(message);
        }
        return NvLink5.covers(code) ? nvLink5.decode(code, message, driver) : Optional.empty();
    }

    /** What site and table say of the code, unless the text belongs to a worse one. */
    private Verdict checked(int code, String message) {
        OptionalInt cause = PreviousXid.in(message);
        if (code == PreviousXid.CLEAN_UP && cause.isPresent()) {
            Verdict charged = sited(cause.getAsInt());
            return charged.ruled(
                    "xid 45 caused by previous xid %d, which is charged; %s"
                            .formatted(cause.getAsInt(), charged.rule()));
        }
        Verdict byNumber = byNumber(code, message);
        OptionalInt other = texts.contradicts(code, message);
        if (other.isEmpty()) {
            return byNumber;
        }
        if (!byCode.containsKey(code)) {
            return byNumber.ruled(
                    byNumber.rule() + "; its text belongs to xid " + other.getAsInt());
        }
        Verdict byText = byNumber(other.getAsInt(), message);
        // An error of a program is never made one of the hardware by words that a user may choose.
        boolean program = listed(code).scope() == FaultScope.APPLICATION;
        Verdict counts = !program && byText.stricterThan(byNumber) ? byText : byNumber;
        return counts.ruled(
                ("%s; number %d and text (xid %d) " + CONTRADICTION + ": %s")
                        .formatted(
                                counts.rule(),
                                code,
                                other.getAsInt(),
                                program ? "the number counts" : "the stricter counts"));
    }

    private Verdict byNumber(int code, String message) {
        return code == NvLinkRegisters.XID
                ? registers
                        .decode(message)
                        .map(verdict -> policy.applyTo(XID, code, verdict))
                        .orElseGet(() -> sited(code))
                : sited(code);
    }

    private Verdict sited(int code) {
        return policy.applyTo(XID, code, listed(code));
    }

    private Verdict listed(int code) {
        Entry entry = byCode.get(code);
        return entry == null
                ? new Verdict(
                        FaultScope.UNKNOWN,
                        Severity.UNKNOWN,
                        RecommendedAction.UNKNOWN,
                        "catalogue: xid " + code + " is unknown: reported, never repaired")
                : new Verdict(
                        entry.scope(),
                        entry.severity(),
                        entry.action(),
                        "catalogue: xid " + code + entry.lack());
    }

    private static Map<Integer, Entry> read() {
        Map<Integer, Entry> entries = new TreeMap<>();
        for (List<String> cells : Table.rows(FaultCatalogue.class, TABLE, COLUMNS)) {
            Entry entry = Entry.of(cells);
            if (entries.put(entry.code(), entry) != null) {
                throw new IllegalStateException(TABLE + " has xid " + entry.code() + " twice");
            }
        }
        return entries;
    }

    /**
     * One row.
     *
     * @param code Xid number
     * @param mnemonic name in NVIDIA's driver
     * @param scope what is broken
     * @param severity how bad for running work
     * @param action what to do
     * @param source who says so, with the action in its own words
     */
    public record Entry(
            int code,
            String mnemonic,
            FaultScope scope,
            Severity severity,
            RecommendedAction action,
            String source) {

        private String lack() {
            return source.endsWith(UNPUBLISHED) ? ", " + UNPUBLISHED : "";
        }

        private static Entry of(List<String> cells) {
            return new Entry(
                    Integer.parseInt(cells.get(0)),
                    cells.get(1),
                    FaultScope.valueOf(cells.get(2)),
                    Severity.valueOf(cells.get(3)),
                    RecommendedAction.valueOf(cells.get(4)),
                    cells.get(5));
        }
    }
}
