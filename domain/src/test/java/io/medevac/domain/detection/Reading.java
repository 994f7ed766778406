package io.medevac.domain.detection;

import io.medevac.domain.detection.xid.DriverVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads lines as a log, to its end. */
final class Reading {
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final FaultCatalogue CATALOGUE = FaultCatalogue.shipped();

    private Reading() {}

    static List<KernelRecord> records(List<String> lines) {
        List<KernelRecord> records = new ArrayList<>();
        KernelLogReader reader = new KernelLogReader(NOW, records::add);
        for (int i = 0; i < lines.size(); i++) {
            reader.line(i + 1, lines.get(i));
        }
        reader.end();
        return records;
    }

    static List<Finding> findings(List<String> lines) {
        return findings(lines, CATALOGUE, null);
    }

    static List<Finding> findings(
            List<String> lines, FaultCatalogue catalogue, @Nullable String driver) {
        KernelFindings findings =
                new KernelFindings(
                        catalogue,
                        null,
                        driver == null ? null : DriverVersion.parse(driver).orElseThrow());
        return records(lines).stream().flatMap(said -> findings.find(said).stream()).toList();
    }

    static Finding only(String... lines) {
        List<Finding> found = findings(List.of(lines));
        if (found.size() != 1) {
            throw new AssertionError("not one finding but " + found);
        }
        return found.getFirst();
    }
}
