package io.medevac.domain.detection;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A table that comes with this version: tab separated, its first row names the columns. */
public final class Table {
    private Table() {}

    /**
     * All rows but the first.
     *
     * @param owner class whose package holds the table
     * @throws IllegalStateException when the table is missing or a row has not this many columns,
     *     which is a fault of the build
     */
    public static List<List<String>> rows(Class<?> owner, String name, int columns) {
        try (InputStream table = owner.getResourceAsStream(name)) {
            if (table == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))
                    .lines()
                    .skip(1)
                    .map(row -> cells(name, row, columns))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> cells(String name, String row, int columns) {
        List<String> cells = List.of(row.split("\t", -1));
        if (cells.size() != columns) {
            throw new IllegalStateException(name + " has a wrong row: " + row);
        }
        return cells;
    }
}
