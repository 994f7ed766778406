package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the errors of DCGM's health checks ({@code DCGM_FR_…}) mean. The table is a data file,
 * {@code errors.tsv}: number, name, Xid that it stands for, meaning, source. Severities are DCGM's;
 * its labels are not taken, for they do not match the meaning of the same Xids.
 */
public final class DcgmErrors {
    private static final String PREFIX = "DCGM_FR_";
    private static final String NONE = "-";
    private static final int COLUMNS = 8;
    private static final Meaning UNKNOWN =
            new Meaning("GPU_HEALTH", FaultScope.GPU, Severity.UNKNOWN, RecommendedAction.UNKNOWN);

    private final SecondHand secondHand;
    private final Map<String, Row> byName = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    /** How a health check ended. */
    public enum Result {
        /** Watch it; work goes on. */
        WARN,
        /** It failed. */
        FAIL
    }

    /** The table that comes with this version; Xids behind errors are classified by this. */
    public DcgmErrors(SecondHand secondHand) {
        this.secondHand = secondHand;
        for (List<String> cells : Table.rows(DcgmErrors.class, "errors.tsv", COLUMNS)) {
            Integer xid = NONE.equals(cells.get(2)) ? null : Integer.valueOf(cells.get(2));
            byName.put(cells.get(1), new Row(xid, Meaning.of(cells, 3)));
            if (!NONE.equals(cells.get(0))) {
                names.put(Integer.valueOf(cells.get(0)), cells.get(1));
            }
        }
    }

    /** Whether this is the name of an error of DCGM, a known one or not. */
    public static boolean isName(String word) {
        return word.startsWith(PREFIX);
    }

    /** The name of this number; a name that no table has when the number is unknown. */
    public String name(int number) {
        return names.getOrDefault(number, PREFIX + number);
    }

    /** Whether the table has this name. */
    public boolean knows(String name) {
        return byName.containsKey(name);
    }

    /**
     * What this error means. A warning is degraded at most and asks for nothing that takes the node
     * out; an error that is not in the table is reported, never repaired.
     *
     * @param source who says so, for the rule
     */
    public Fault fault(String source, String name, Result result, Gpu gpu, String message) {
        Row row = byName.get(name);
        String rule = source + ": " + name;
        if (row == null) {
            return of(UNKNOWN, result)
                    .fault(null, gpu, rule + " is unknown: reported, never repaired", message);
        }
        return row.xid() == null || result == Result.WARN
                ? of(row.meaning(), result).fault(row.xid(), gpu, rule, message)
                : secondHand.xid(rule, new XidReported(null, row.xid(), null, null, message), gpu);
    }

    /**
     * What a check without a named error means.
     *
     * @param watch what was watched ({@code PCIE}, {@code NVLINK}, …)
     */
    Fault unnamed(String source, String watch, Result result, Gpu gpu, String message) {
        FaultScope scope =
                switch (watch) {
                    case "NVLINK" -> FaultScope.NVLINK;
                    case "PCIE" -> FaultScope.HOST;
                    default -> FaultScope.GPU;
                };
        Meaning meaning =
                new Meaning(
                        "GPU_HEALTH", scope, Severity.CRITICAL, RecommendedAction.CONTACT_SUPPORT);
        return of(meaning, result)
                .fault(null, gpu, source + ": health of " + watch + ", no error named", message);
    }

    private static Meaning of(Meaning meaning, Result result) {
        return result == Result.FAIL ? meaning : meaning.asWarning();
    }

    private record Row(@Nullable Integer xid, Meaning meaning) {}
}
