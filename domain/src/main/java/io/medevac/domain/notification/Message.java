package io.medevac.domain.notification;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What somebody is told, in every form a channel may need; free of control characters, the HTML
 * escaped.
 *
 * @param type kind of news for machines, e.g. {@code job.signalled}
 * @param title one line
 * @param text plain text, lines end with {@code \n}
 * @param html a whole HTML page
 * @param data the same as names and values: strings, longs, booleans, lists and maps of them
 */
public record Message(
        String type, String title, String text, String html, Map<String, Object> data) {

    public Message {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }
}
