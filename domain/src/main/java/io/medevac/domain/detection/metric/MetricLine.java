package io.medevac.domain.detection.metric;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A line of a page of metrics, in the text forms of Prometheus and OpenMetrics. */
public sealed interface MetricLine {
    /** Longest line that is read. */
    int LONGEST = 32_768;

    /**
     * A value.
     *
     * @param name name of the metric
     * @param labels in the order of the line; of a label given twice the last value
     * @param value any number, NaN too
     * @param at when it was measured, by the exporter's clock; null when the line does not say
     */
    record Sample(String name, Map<String, String> labels, double value, @Nullable Instant at)
            implements MetricLine {}

    /**
     * The beginning of a metric: a page has each at most once.
     *
     * @param what {@code HELP} or {@code TYPE} with the name
     */
    record Announced(String what) implements MetricLine {}

    /** A blank line or a comment. */
    record Silent() implements MetricLine {}

    /** A line that is cut, or none of a page of metrics. */
    record Unreadable() implements MetricLine {}

    /** Reads a line in one pass; whatever is not plainly a value is unreadable, never guessed. */
    static MetricLine parse(String line) {
        if (line.length() > LONGEST) {
            return new Unreadable();
        }
        String text = line.strip();
        if (text.isEmpty()) {
            return new Silent();
        }
        return text.charAt(0) == '#' ? comment(text) : new Scanner(text).sample();
    }

    private static MetricLine comment(String text) {
        for (String word : new String[] {"HELP", "TYPE"}) {
            String start = "# " + word + " ";
            if (text.startsWith(start)) {
                int end = text.indexOf(' ', start.length());
                return new Announced(text.substring(2, end < 0 ? text.length() : end));
            }
        }
        return new Silent();
    }

    /** One pass over a line. */
    final class Scanner {
        private static final int MOST_LABELS = 256;
        private static final long LATEST_MILLIS = 4_102_444_800_000L;

        private final String text;
        private int place;

        private Scanner(String text) {
            this.text = text;
        }

        private MetricLine sample() {
            String name = name();
            if (name.isEmpty()) {
                return new Unreadable();
            }
            Map<String, String> labels = new LinkedHashMap<>();
            blanks();
            if (take('{') && !labels(labels)) {
                return new Unreadable();
            }
            Optional<Double> value = number(word());
            String time = word();
            if (value.isEmpty() || (!time.isEmpty() && time.charAt(0) != '#' && !isNumber(time))) {
                return new Unreadable();
            }
            return new Sample(name, labels, value.get(), instant(time));
        }

        private boolean labels(Map<String, String> labels) {
            while (labels.size() <= MOST_LABELS) {
                blanks();
                if (take('}')) {
                    return true;
                }
                String name = name();
                blanks();
                if (name.isEmpty() || !take('=')) {
                    return false;
                }
                blanks();
                String value = take('"') ? quoted() : null;
                if (value == null) {
                    return false;
                }
                labels.put(name, value);
                blanks();
                if (!take(',') && !at('}')) {
                    return false;
                }
            }
            return false;
        }

        private @Nullable String quoted() {
            StringBuilder value = new StringBuilder();
            while (place < text.length()) {
                char c = text.charAt(place++);
                if (c == '"') {
                    return value.toString();
                }
                if (c == '\\' && place < text.length()) {
                    char escaped = text.charAt(place++);
                    value.append(escaped == 'n' ? ' ' : escaped);
                } else {
                    value.append(c);
                }
            }
            return null;
        }

        private String name() {
            int start = place;
            while (place < text.length() && inName(text.charAt(place), place > start)) {
                place++;
            }
            return text.substring(start, place);
        }

        private String word() {
            blanks();
            int start = place;
            while (place < text.length() && !blank(text.charAt(place))) {
                place++;
            }
            return text.substring(start, place);
        }

        private void blanks() {
            while (place < text.length() && blank(text.charAt(place))) {
                place++;
            }
        }

        private boolean take(char c) {
            if (at(c)) {
                place++;
                return true;
            }
            return false;
        }

        private boolean at(char c) {
            return place < text.length() && text.charAt(place) == c;
        }

        private static boolean blank(char c) {
            return c == ' ' || c == '\t';
        }

        private static boolean inName(char c, boolean later) {
            return (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || c == '_'
                    || c == ':'
                    || (later && c >= '0' && c <= '9');
        }

        private static Optional<Double> number(String word) {
            return switch (word) {
                case "NaN" -> Optional.of(Double.NaN);
                case "+Inf", "Inf" -> Optional.of(Double.POSITIVE_INFINITY);
                case "-Inf" -> Optional.of(Double.NEGATIVE_INFINITY);
                default ->
                        isNumber(word) ? Optional.of(Double.parseDouble(word)) : Optional.empty();
            };
        }

        /** Whether Java reads it as a number too: it has no hexadecimal form and no suffix. */
        private static boolean isNumber(String word) {
            for (int i = 0; i < word.length(); i++) {
                if ("0123456789+-.eE".indexOf(word.charAt(i)) < 0) {
                    return false;
                }
            }
            try {
                return !Double.isNaN(Double.parseDouble(word));
            } catch (NumberFormatException notOne) {
                return false;
            }
        }

        /** Whole numbers are milliseconds (Prometheus), fractions are seconds (OpenMetrics). */
        private static @Nullable Instant instant(String word) {
            if (!isNumber(word)) {
                return null;
            }
            double number = Double.parseDouble(word);
            double millis = word.indexOf('.') < 0 ? number : number * 1000;
            return millis > 0 && millis < LATEST_MILLIS
                    ? Instant.ofEpochMilli((long) millis)
                    : null;
        }
    }
}
