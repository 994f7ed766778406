package io.medevac.launcher.view;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Columns as wide as their widest cell; numbers to the right. */
public final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; the first row is the heading. */
    public TextTable row(String... cells) {
        rows.add(Stream.of(cells).map(Visible::line).toList());
        return this;
    }

    /** The lines, without trailing blanks. */
    public List<String> lines() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder("  ");
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            String blanks = " ".repeat(widths[i] - cell.length());
            line.append(isNumeric(i) ? blanks + cell : cell + blanks).append("  ");
        }
        return line.toString().stripTrailing();
    }

    private boolean isNumeric(int column) {
        return rows.stream()
                .skip(1)
                .filter(row -> column < row.size() && !row.get(column).isEmpty())
                .allMatch(row -> row.get(column).matches("[-+]?[0-9.,]+( (s|ms|MiB))?"));
    }
}
