package io.medevac.domain.detection;

import io.medevac.domain.detection.table.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which kind of record a driver's words are. The first row of {@code kernel-texts.tsv} for the
 * driver whose words are in the text counts; a text with none of them says nothing to Medevac.
 */
final class KernelTexts {
    private static final String ANY = "*";
    private static final Map<String, List<Row>> BY_DRIVER =
            Table.rows(KernelTexts.class, "kernel-texts.tsv", 3).stream()
                    .map(Row::of)
                    .collect(Collectors.groupingBy(Row::driver));

    private KernelTexts() {}

    /** The kind; null when the text says nothing to Medevac. */
    static @Nullable KernelKind kind(String driver, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (Row row : BY_DRIVER.getOrDefault(driver, List.of())) {
            if (row.text().equals(ANY) || lower.contains(row.text())) {
                return row.kind();
            }
        }
        return null;
    }

    private record Row(String driver, String text, KernelKind kind) {
        static Row of(List<String> cells) {
            return new Row(cells.get(0), cells.get(1), KernelKind.valueOf(cells.get(2)));
        }
    }
}
