package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each Xid means and asks for. The table is a data file, {@code xid.tsv}: code, mnemonic,
 * scope, severity, action, and the source that says so.
 */
public final class FaultCatalogue {
    /** Kind of a signal that carries an Xid. */
    public static final String XID = "XID";

    private static final String TABLE = "xid.tsv";
    private static final int COLUMNS = 6;

    private final Map<Integer, Entry> byCode;

    private FaultCatalogue(Map<Integer, Entry> byCode) {
        this.byCode = Collections.unmodifiableMap(byCode);
    }

    /**
     * The catalogue that comes with this version.
     *
     * @throws IllegalStateException when the table cannot be read, which is a fault of the build
     */
    public static FaultCatalogue shipped() {
        try (InputStream table = FaultCatalogue.class.getResourceAsStream(TABLE)) {
            if (table == null) {
                throw new IllegalStateException(TABLE + " is missing");
            }
            return new FaultCatalogue(
                    read(new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All entries, by rising code. */
    public Collection<Entry> entries() {
        return byCode.values();
    }

    /**
     * Classifies a report of the driver. A code that is not in the table is reported with action
     * and severity {@code UNKNOWN}, and so never repaired.
     */
    public Fault classify(XidReported xid, Gpu gpu) {
        @Nullable Entry entry = byCode.get(xid.code());
        return entry == null
                ? new Fault(
                        XID,
                        xid.code(),
                        gpu,
                        FaultScope.UNKNOWN,
                        Severity.UNKNOWN,
                        RecommendedAction.UNKNOWN,
                        "catalogue: xid " + xid.code() + " is unknown: reported, never repaired",
                        xid.message())
                : new Fault(
                        XID,
                        xid.code(),
                        gpu,
                        entry.scope(),
                        entry.severity(),
                        entry.action(),
                        "catalogue: xid " + xid.code(),
                        xid.message());
    }

    private static Map<Integer, Entry> read(BufferedReader table) {
        Map<Integer, Entry> entries = new TreeMap<>();
        table.lines()
                .skip(1)
                .map(Entry::of)
                .forEach(
                        entry -> {
                            if (entries.put(entry.code(), entry) != null) {
                                throw new IllegalStateException(
                                        TABLE + " has xid " + entry.code() + " twice");
                            }
                        });
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

        private static Entry of(String row) {
            List<String> cells = List.of(row.split("\t", -1));
            if (cells.size() != COLUMNS) {
                throw new IllegalStateException(TABLE + " has a wrong row: " + row);
            }
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
