package io.medevac.slurmbridge.adapter.slurm;

import io.medevac.slurmbridge.port.NoAnswer;
import java.util.ArrayList;
import java.util.List;

/** Slurm's short form of node lists: {@code gpu-[0-2,7],rack[1-2]n[01-04]}. */
final class HostList {
    /**
     * More nodes than Slurm itself can have in one allocation; keeps a broken answer from filling
     * memory.
     */
    private static final int MAX_NODES = 65_536;

    private HostList() {}

    /**
     * The node names, in the order of the list; none for an empty list.
     *
     * @throws NoAnswer when it cannot be understood
     */
    static List<String> expand(String list) {
        List<String> names = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i == list.length() ? ',' : list.charAt(i);
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == ',' && depth == 0) {
                if (i > start) {
                    names.addAll(expandOne(list.substring(start, i), list));
                }
                start = i + 1;
            }
        }
        if (depth != 0 || start != list.length() + 1) {
            throw notUnderstood(list);
        }
        return names;
    }

    private static List<String> expandOne(String pattern, String list) {
        int open = pattern.indexOf('[');
        if (open < 0) {
            return List.of(pattern);
        }
        int close = pattern.indexOf(']', open);
        if (close < 0) {
            throw notUnderstood(list);
        }
        List<String> names = new ArrayList<>();
        List<String> ends = expandOne(pattern.substring(close + 1), list);
        for (String range : pattern.substring(open + 1, close).split(",", -1)) {
            for (String number : numbers(range, list)) {
                ends.forEach(end -> names.add(pattern.substring(0, open) + number + end));
                if (names.size() > MAX_NODES) {
                    throw notUnderstood(list);
                }
            }
        }
        return names;
    }

    private static List<String> numbers(String range, String list) {
        String[] bounds = range.split("-", -1);
        if (bounds.length == 1 && !bounds[0].isEmpty()) {
            return List.of(range);
        }
        try {
            int first = Integer.parseUnsignedInt(bounds[0]);
            int last = Integer.parseUnsignedInt(bounds[1]);
            if (bounds.length != 2 || first > last || last - first >= MAX_NODES) {
                throw notUnderstood(list);
            }
            List<String> numbers = new ArrayList<>();
            for (int n = first; n <= last; n++) {
                String digits = Integer.toString(n);
                numbers.add("0".repeat(Math.max(0, bounds[0].length() - digits.length())) + digits);
            }
            return numbers;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw notUnderstood(list);
        }
    }

    private static NoAnswer notUnderstood(String list) {
        return new NoAnswer("node list not understood: " + list);
    }
}
