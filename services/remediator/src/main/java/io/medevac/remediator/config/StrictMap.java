package io.medevac.remediator.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A map of a configuration file, whose every key must be asked for. */
final class StrictMap {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m|h|d)");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}) ?%");

    private final String path;
    private final Map<?, ?> map;
    private final Set<String> asked = new TreeSet<>();

    private StrictMap(String path, Map<?, ?> map) {
        this.path = path;
        this.map = map;
    }

    /** The value as a map. */
    static StrictMap of(String path, Object value) {
        if (value instanceof Map<?, ?> map) {
            return new StrictMap(path, map);
        }
        throw new IllegalArgumentException(
                (path.isEmpty() ? "the file" : path) + ": must be a map, is: " + value);
    }

    /** All keys. */
    Set<String> keys() {
        return map.keySet().stream().map(String::valueOf).collect(Collectors.toSet());
    }

    /** The map below the key; an empty one where there is none. */
    StrictMap map(String key) {
        @Nullable Object value = get(key);
        return of(at(key), value == null ? Map.of() : value);
    }

    /** A list of strings; empty where there is none. */
    List<String> strings(String key) {
        @Nullable Object value = get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw wrong(key, value, "must be a list of words");
    }

    /** One of the words of an enum, in lower case with hyphens. */
    <E extends Enum<E>> E word(String key, Class<E> type, E otherwise) {
        @Nullable Object value = get(key);
        if (value == null) {
            return otherwise;
        }
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> spelled(each).equals(value))
                .findFirst()
                .orElseThrow(
                        () ->
                                wrong(
                                        key,
                                        value,
                                        "must be one of "
                                                + Arrays.stream(type.getEnumConstants())
                                                        .map(StrictMap::spelled)
                                                        .collect(Collectors.joining(", "))));
    }

    /** A percentage: {@code 20%}. */
    int percent(String key, int otherwise) {
        @Nullable Object value = get(key);
        if (value == null) {
            return otherwise;
        }
        Matcher matcher = PERCENT.matcher(value.toString());
        if (matcher.matches() && Integer.parseInt(matcher.group(1)) <= 100) {
            return Integer.parseInt(matcher.group(1));
        }
        throw wrong(key, value, "must be 0% to 100%");
    }

    /** A duration: {@code 30s}, {@code 10m}, {@code 2h}, {@code 1d}. */
    Duration duration(String key, Duration least, Duration most, Duration otherwise) {
        @Nullable Object value = get(key);
        if (value == null) {
            return otherwise;
        }
        Matcher matcher = DURATION.matcher(value.toString());
        if (matcher.matches()) {
            Duration duration = duration(matcher);
            if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                return duration;
            }
        }
        throw wrong(
                key,
                value,
                "must be a duration like 30s, 10m or 2h, from %ds to %dh"
                        .formatted(least.toSeconds(), most.toHours()));
    }

    /** Refuses every key that was not asked for. */
    void refuseOthers() {
        Set<String> others = new TreeSet<>(keys());
        others.removeAll(asked);
        if (!others.isEmpty()) {
            throw new IllegalArgumentException(
                    at(others.iterator().next())
                            + ": unknown key; known here: "
                            + String.join(", ", asked));
        }
    }

    private @Nullable Object get(String key) {
        asked.add(key);
        return map.get(key);
    }

    private IllegalArgumentException wrong(String key, Object value, String rule) {
        return new IllegalArgumentException(at(key) + ": " + rule + ", is: " + value);
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static Duration duration(Matcher matcher) {
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
