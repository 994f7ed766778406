package io.medevac.detector.adapter.dcgm;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page to scrape.
 *
 * @param url where it is
 * @param node the node that it is of; null when its labels tell
 * @param ownNames names that the exporter may give itself and that are no nodes: its pod's
 */
public record Target(URI url, @Nullable String node, Set<String> ownNames) {
    private static final Pattern NODE = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?");
    private static final int HIGHEST_PORT = 65_535;

    /** Keeps a copy. */
    public Target {
        ownNames = Set.copyOf(ownNames);
    }

    /**
     * Reads {@code NODE=URL} or {@code URL}.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static Target parse(String text) {
        int equals = text.startsWith("http") && text.contains("://") ? -1 : text.indexOf('=');
        String node = equals < 0 ? null : text.substring(0, equals).strip();
        if (node != null && !NODE.matcher(node).matches()) {
            throw new IllegalArgumentException(
                    "must be NODE=URL or URL, with the name of a Kubernetes node, is: " + text);
        }
        return new Target(url(text.substring(equals + 1).strip()), node, Set.of());
    }

    private static URI url(String text) {
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is no URL: " + text, e);
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https"))
                || url.getHost() == null
                || url.getPort() > HIGHEST_PORT
                || url.getPort() == 0) {
            throw new IllegalArgumentException(
                    "must be http://HOST:PORT/PATH or https, is: " + text);
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("must name no user: it is shown in events and logs");
        }
        return url;
    }

    /** What tells it from all others, whatever its address is at the moment. */
    String key() {
        return "dcgm:" + (node == null ? url : node);
    }

    /** Under which name what is known of a node is stored. */
    String keyOf(String name) {
        return node == null ? key() + "#" + name : key();
    }

    /** Whether a node of Kubernetes can have this name. */
    static boolean isNodeName(String name) {
        return NODE.matcher(name).matches();
    }

    /** Whether a name on the page is of another machine than the page's node. */
    boolean isForeign(String host) {
        return node != null
                && !ownNames.contains(host)
                && !host.equalsIgnoreCase(node)
                && !shortly(host).equalsIgnoreCase(shortly(node));
    }

    private static String shortly(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
