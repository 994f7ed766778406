package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What of a node's series is kept over a restart, as text: a line for each device, and below it a
 * line for each of its fields that shows something. The same state has the same text. Bases of
 * rates are not kept: after a while nobody knows how fast a count rose.
 */
final class Remembered {
    private static final String DEVICE = "device";
    private static final String SPLIT = "\t";

    private Remembered() {}

    static List<String> lines(DcgmState state) {
        Map<String, List<String>> devices = new TreeMap<>();
        state.held()
                .forEach(
                        (series, held) -> {
                            boolean kept =
                                    Field.named(series.field())
                                            .filter(field -> !field.needsRecentBase())
                                            .isPresent();
                            if (kept) {
                                devices.computeIfAbsent(series.device(), d -> new ArrayList<>())
                                        .add(line(series, held));
                            }
                        });
        List<String> lines = new ArrayList<>();
        devices.forEach(
                (device, fields) -> {
                    lines.add(DEVICE + SPLIT + Text.clean(device));
                    fields.stream().sorted().forEach(lines::add);
                });
        return lines;
    }

    private static String line(Series series, Held held) {
        StringBuilder line = new StringBuilder(series.field());
        line.append(SPLIT).append(Text.clean(series.part()));
        line.append(SPLIT).append(number(held.value()));
        new TreeMap<>(held.parts())
                .forEach(
                        (part, value) ->
                                line.append(SPLIT)
                                        .append(number(value))
                                        .append('=')
                                        .append(Text.clean(part)));
        return line.toString();
    }

    /**
     * Reads lines; those that are none of ours are left out.
     *
     * @throws NumberFormatException when a number is none
     */
    static DcgmState state(String node, List<String> lines) {
        Map<Series, Held> held = new LinkedHashMap<>();
        String device = "";
        for (String line : lines) {
            String[] cells = line.split(SPLIT, -1);
            if (cells.length == 2 && cells[0].equals(DEVICE)) {
                device = cells[1];
            } else if (cells.length >= 3 && Field.named(cells[0]).isPresent()) {
                put(held, new Series(node, device, cells[0], cells[1]), cells);
            }
        }
        return DcgmState.of(held);
    }

    private static void put(Map<Series, Held> held, Series series, String[] cells) {
        Map<String, Double> parts = new HashMap<>();
        for (int i = 3; i < cells.length; i++) {
            int equals = cells[i].indexOf('=');
            parts.put(
                    part(series, cells[i].substring(equals + 1)),
                    Double.valueOf(cells[i].substring(0, Math.max(0, equals))));
        }
        held.put(series, new Held(Double.parseDouble(cells[2]), parts));
    }

    /** The name of a health check's error ends with a blank, which text loses. */
    private static String part(Series series, String text) {
        boolean health =
                Field.named(series.field())
                        .filter(field -> field.reading() == Field.Reading.HEALTH)
                        .isPresent();
        return health ? text + " " : text;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
