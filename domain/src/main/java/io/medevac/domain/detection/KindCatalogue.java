package io.medevac.domain.detection;

import io.medevac.domain.detection.table.Table;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What records without a number of NVIDIA mean, by their kind and words of their text. The first
 * row of {@code kernel-kinds.tsv} that fits counts.
 */
final class KindCatalogue {
    private static final String ANY = "*";

    private final Map<KernelKind, List<Row>> byKind = new EnumMap<>(KernelKind.class);

    KindCatalogue() {
        for (List<String> cells : Table.rows(KindCatalogue.class, "kernel-kinds.tsv", 6)) {
            Row row = Row.of(cells);
            byKind.merge(
                    KernelKind.valueOf(cells.getFirst()),
                    List.of(row),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
    }

    Verdict classify(KernelKind kind, String message) {
        // A row's text that begins with a blank begins with a word, also at the start of a message.
        String text = " " + message.toLowerCase(Locale.ROOT);
        for (Row row : byKind.getOrDefault(kind, List.of())) {
            if (row.text().equals(ANY) || text.contains(row.text())) {
                return row.verdict();
            }
        }
        throw new IllegalStateException(kind + " has no row that fits all");
    }

    private record Row(String text, Verdict verdict) {
        static Row of(List<String> cells) {
            return new Row(
                    cells.get(1),
                    new Verdict(
                            FaultScope.valueOf(cells.get(2)),
                            Severity.valueOf(cells.get(3)),
                            RecommendedAction.valueOf(cells.get(4)),
                            "kernel text: " + cells.get(5)));
        }
    }
}
