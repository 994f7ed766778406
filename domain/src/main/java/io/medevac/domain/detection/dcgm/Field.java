package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.table.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A metric of dcgm-exporter that is watched. The table is a data file, {@code fields.tsv}.
 *
 * @param name name of the metric
 * @param reading how its values are to be read
 * @param least least rise between two scrapes that counts; only for {@link Reading#RATE}
 * @param meaning what it means; for codes the catalogue decides
 * @param source who says so
 */
record Field(String name, Reading reading, double least, Meaning meaning, String source) {
    private static final int COLUMNS = 8;
    private static final Map<String, Field> ALL = all();

    /** How the values of a field are to be read. */
    enum Reading {
        /** The last Xid, kept until the exporter starts anew. */
        LAST_XID,
        /** Xids within a sliding window, one series a code. */
        XID_WINDOW,
        /** 0 pass, 10 warn, 20 fail, one series a watch. */
        HEALTH,
        /** 0 or 1. */
        LEVEL,
        /** A count that should be 0. */
        TOTAL,
        /** A count of which only a fast rise means something. */
        RATE,
        /** The last SXid of a fatal error. */
        LAST_FATAL_SXID,
        /** The last SXid of a non-fatal error. */
        LAST_NON_FATAL_SXID,
        /** A count that always rises while the source is alive. */
        ALIVE
    }

    /** The field of this metric; the number of a link at the end of a name is left out. */
    static Optional<Field> of(String metric) {
        Field field = ALL.get(metric);
        int link = metric.lastIndexOf("_L");
        return field != null || link < 0 || linkOf(metric).isEmpty()
                ? Optional.ofNullable(field)
                : Optional.ofNullable(ALL.get(metric.substring(0, link) + "_TOTAL"));
    }

    /**
     * Whether a rise means something only when it was fast, so that an old value is no base for it.
     */
    boolean needsRecentBase() {
        return reading == Reading.RATE && least > 1;
    }

    /** The link that the name of a metric ends with ({@code …_L3}). */
    static Optional<Integer> linkOf(String metric) {
        int link = metric.lastIndexOf("_L");
        String digits = link < 0 ? "" : metric.substring(link + 2);
        return !digits.isEmpty()
                        && digits.length() <= 2
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Optional.of(Integer.valueOf(digits))
                : Optional.empty();
    }

    /** The field with exactly this name; empty when it is not watched. */
    static Optional<Field> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    /** Every watched field. */
    static List<Field> every() {
        return List.copyOf(ALL.values());
    }

    private static Map<String, Field> all() {
        Map<String, Field> fields = new HashMap<>();
        for (List<String> row : Table.rows(Field.class, "fields.tsv", COLUMNS)) {
            Field field =
                    new Field(
                            row.get(0),
                            Reading.valueOf(row.get(1)),
                            Double.parseDouble(row.get(2)),
                            Meaning.of(row, 3),
                            row.get(7));
            if (fields.put(field.name(), field) != null) {
                throw new IllegalStateException("fields.tsv has " + field.name() + " twice");
            }
        }
        return Map.copyOf(fields);
    }
}
