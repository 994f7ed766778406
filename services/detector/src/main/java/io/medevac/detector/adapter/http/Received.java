package io.medevac.detector.adapter.http;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request whose sender showed a token, with its whole body.
 *
 * @param parameters values of a query parameter, by its name
 * @param headers values of a header, by its name
 * @param body as unpacked, not longer than the limit; bytes that are no UTF-8 are replaced
 */
public record Received(
        Function<String, List<String>> parameters,
        Function<String, List<String>> headers,
        String body) {

    /** Media type without parameters, in lower case; empty when the request has none. */
    public String mediaType() {
        String type = first(headers.apply("Content-Type"));
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    private static String first(List<@Nullable String> values) {
        String value = values.isEmpty() ? null : values.getFirst();
        return value == null ? "" : value;
    }
}
