package io.medevac.domain.detection.xid;

import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Xid 144 to 150, the NVLink of Blackwell: unit, first word, status word and severity word tell
 * what is to be done, most of it nothing. The layout of the first word changed with driver R575;
 * when the driver is not known both layouts are tried and the stricter reading counts.
 */
public final class NvLink5 {
    private static final int FIRST = 144;
    private static final int LAST = 150;

    /** Before the report may stand what follows a comma in the name of a process. */
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:.{0,13}, )?(\\w{2,32}) +(Fatal|Non-?fatal) +XC\\d{1,3} +i\\d{1,3} +Link +-?\\d{1,3}"
                            + "(?: +\\(0x([0-9a-fA-F]{1,8})(?: +0x([0-9a-fA-F]{1,8})(?![0-9a-fA-F])"
                            + ")?)?.*");

    private final List<Row> rows;

    /** Reads its table. */
    public NvLink5() {
        rows = Table.rows(NvLink5.class, "nvlink5.tsv", 9).stream().map(Row::of).toList();
    }

    /** Whether an Xid is one of these. */
    public static boolean covers(int code) {
        return code >= FIRST && code <= LAST;
    }

    /**
     * What the text tells; empty when it does not have the form of these reports.
     *
     * @param driver driver of the node; null when not known
     */
    public Optional<Verdict> decode(int code, String message, @Nullable DriverVersion driver) {
        Matcher form = FORM.matcher(message);
        if (!form.matches()) {
            return Optional.empty();
        }
        Report report =
                new Report(
                        code,
                        form.group(1),
                        form.group(2).equals("Fatal"),
                        word(form.group(3)),
                        word(form.group(4)));
        return Optional.of(driver == null ? eitherLayout(report) : read(report, driver));
    }

    private Verdict read(Report report, DriverVersion driver) {
        return inLayout(report, driver.hasNewLayout())
                .orElseGet(() -> unmatched(report, "driver " + driver.text()));
    }

    private Verdict eitherLayout(Report report) {
        Optional<Verdict> before = inLayout(report, false);
        Optional<Verdict> from = inLayout(report, true);
        if (before.isEmpty() && from.isEmpty()) {
            return unmatched(report, "driver unknown");
        }
        if (before.isPresent() && from.isPresent()) {
            Verdict stricter = from.get().stricterThan(before.get()) ? from.get() : before.get();
            return stricter.ruled(
                    stricter.rule() + "; driver unknown, both layouts match: the stricter counts");
        }
        Verdict only = before.or(() -> from).orElseThrow();
        return only.ruled(
                only.rule()
                        + "; driver unknown, the other layout does not match: the stricter counts");
    }

    private Optional<Verdict> inLayout(Report report, boolean newLayout) {
        List<Row> ofUnit =
                rows.stream()
                        .filter(row -> row.code() == report.code())
                        .filter(row -> row.units().contains(report.unit()))
                        .filter(
                                row ->
                                        report.first() != null
                                                && row.fits(report.first(), newLayout))
                        .toList();
        boolean bySubcode = ofUnit.stream().anyMatch(row -> row.subcode() != 0);
        List<Row> candidates =
                ofUnit.stream()
                        .filter(row -> !bySubcode || row.subcode() == report.subcode())
                        .toList();
        String layout = newLayout ? "layout from R575" : "layout before R575";
        return pick(report, candidates)
                .map(row -> heard(report, row, "nvlink5: " + report.named() + ", " + layout));
    }

    /** The row of the status word; when that is cut, any row if all of them ask for the same. */
    private static Optional<Row> pick(Report report, List<Row> candidates) {
        Long status = report.status();
        if (status == null) {
            long actions = candidates.stream().map(Row::action).distinct().count();
            return actions == 1 ? Optional.of(candidates.getFirst()) : Optional.empty();
        }
        Optional<Row> exact = candidates.stream().filter(row -> row.status() == status).findFirst();
        if (exact.isPresent() || report.unit().startsWith("NETIR")) {
            return exact;
        }
        return candidates.stream()
                .filter(row -> (row.status() & status) != 0)
                .reduce((one, two) -> two.verdict().stricterThan(one.verdict()) ? two : one);
    }

    private static Verdict heard(Report report, Row row, String rule) {
        Verdict verdict = row.verdict().ruled(rule + ": " + row.action());
        if (report.fatal() && !row.fatal()) {
            return new Verdict(
                    FaultScope.NVLINK,
                    Severity.CRITICAL,
                    verdict.action() == RecommendedAction.NONE
                            ? RecommendedAction.CONTACT_SUPPORT
                            : verdict.action(),
                    verdict.rule() + "; the line says Fatal, the table does not: to be looked at");
        }
        return !report.fatal() && row.fatal()
                ? verdict.ruled(verdict.rule() + "; the line says Nonfatal, the table Fatal")
                : verdict;
    }

    private static Verdict unmatched(Report report, String driver) {
        String rule = "nvlink5: " + report.named() + " is in no row (" + driver + ")";
        return report.fatal()
                ? new Verdict(
                        FaultScope.NVLINK,
                        Severity.CRITICAL,
                        RecommendedAction.CONTACT_SUPPORT,
                        rule + "; the line says Fatal: reported, never repaired")
                : new Verdict(
                        FaultScope.NVLINK,
                        Severity.DEGRADED,
                        RecommendedAction.NONE,
                        rule + "; the line says Nonfatal");
    }

    private static @Nullable Long word(@Nullable String digits) {
        return digits == null ? null : Long.valueOf(digits, 16);
    }

    /**
     * A report.
     *
     * @param first first word; null when cut
     * @param status second word; null when cut
     */
    private record Report(
            int code, String unit, boolean fatal, @Nullable Long first, @Nullable Long status) {

        int subcode() {
            return first == null ? 0 : (int) (first >> 20 & 0x3f);
        }

        String named() {
            String sub = unit.equals("NETIR_LINK_EVT") ? " subcode " + subcode() : "";
            return status == null
                    ? "%s%s, status word cut".formatted(unit, sub)
                    : "%s%s status 0x%08x".formatted(unit, sub, status);
        }
    }

    private record Row(
            int code,
            List<String> units,
            int subcode,
            String before,
            String from,
            long status,
            String action,
            boolean fatal) {

        static Row of(List<String> cells) {
            return new Row(
                    Integer.parseInt(cells.get(0)),
                    Stream.of(cells.get(1).split("/")).toList(),
                    Integer.parseInt(cells.get(2)),
                    cells.get(3),
                    cells.get(4),
                    Long.decode(cells.get(5)),
                    cells.get(6),
                    !cells.get(8).equals("Non-fatal"));
        }

        boolean fits(long first, boolean newLayout) {
            String bits = newLayout ? from : before;
            return (first & (1L << bits.length()) - 1) == Long.parseLong(bits, 2);
        }

        Verdict verdict() {
            return switch (action) {
                case "RESET_GPU" -> verdict(Severity.CRITICAL, RecommendedAction.RESET_GPU);
                // What is to be done, an xid 154 tells that follows.
                case "XID_154_EVAL" -> verdict(Severity.DEGRADED, RecommendedAction.NONE);
                default ->
                        verdict(fatal ? Severity.CRITICAL : Severity.INFO, RecommendedAction.NONE);
            };
        }

        private static Verdict verdict(Severity severity, RecommendedAction action) {
            return new Verdict(FaultScope.NVLINK, severity, action, "");
        }
    }
}
