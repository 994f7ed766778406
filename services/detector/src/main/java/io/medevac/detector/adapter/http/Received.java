package io.medevac.detector.adapter.http;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request that was let in, with its whole body.
 *
 * @param parameters values of a query parameter, by its name
 * @param headers values of a header, by its name
 * @param content as unpacked, not longer than the limit
 */
public record Received(
        Function<String, List<String>> parameters,
        Function<String, List<String>> headers,
        Buffer content) {

    /** The body as text; bytes that are no UTF-8 are replaced. */
    public String body() {
        return content.toString(StandardCharsets.UTF_8);
    }

    /** Media type without parameters, in lower case; empty when the request has none. */
    public String mediaType() {
        List<String> values = headers.apply("Content-Type");
        return mediaType(values.isEmpty() ? null : values.getFirst());
    }

    /** The same of a header's value; null when there is none. */
    static String mediaType(@Nullable String header) {
        String type = header == null ? "" : header;
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
