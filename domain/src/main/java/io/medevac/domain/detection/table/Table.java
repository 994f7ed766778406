package io.medevac.domain.detection.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the tables that are shipped beside the classes: one header line, cells between tabs. */
public final class Table {
    private Table() {}

    /**
     * The rows without the header.
     *
     * @param beside class that the table lies beside
     * @throws IllegalStateException when the table is missing or has a row with another number of
     *     cells, which is a fault of the build
     */
    public static List<List<String>> rows(Class<?> beside, String name, int columns) {
        try (InputStream table = beside.getResourceAsStream(name)) {
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
