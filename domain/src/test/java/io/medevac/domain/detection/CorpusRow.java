package io.medevac.domain.detection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code kernlog.tsv}: a record of the field, and what it says. */
record CorpusRow(
        String id,
        List<String> lines,
        String kind,
        @Nullable Integer code,
        @Nullable String pci,
        @Nullable String gpu,
        @Nullable Integer pid,
        @Nullable String process,
        @Nullable Integer link,
        String message) {
    private static final int COLUMNS = 12;

    static List<CorpusRow> all() throws IOException {
        try (BufferedReader table =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        CorpusRow.class.getResourceAsStream("kernlog.tsv")),
                                UTF_8))) {
            return table.lines().skip(1).map(CorpusRow::of).toList();
        }
    }

    private static CorpusRow of(String text) {
        List<String> cells = Arrays.asList(text.split("\t", COLUMNS + 1));
        return new CorpusRow(
                cells.get(0),
                List.of(cells.get(2).replace("\\r", "\r").split("\\\\n")),
                cells.get(3),
                number(cells.get(4).replace("-equivalent", "")),
                orNull(cells.get(5)),
                orNull(cells.get(6)),
                number(cells.get(7)),
                orNull(cells.get(8)),
                number(cells.get(9)),
                cells.get(11));
    }

    /** Whether it is a record at all. */
    boolean isRecord() {
        return !kind.startsWith("NOT_A_");
    }

    /** The message as far as the table gives it: three dots stand for what it leaves out. */
    String beginOfMessage() {
        int dots = message.indexOf("...");
        return dots < 0 ? message : message.substring(0, dots);
    }

    private static @Nullable Integer number(String cell) {
        return cell.isEmpty() ? null : Integer.valueOf(cell);
    }

    private static @Nullable String orNull(String cell) {
        return cell.isEmpty() ? null : cell;
    }

    @Override
    public String toString() {
        return id;
    }
}
