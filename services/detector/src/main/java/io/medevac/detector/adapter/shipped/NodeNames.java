package io.medevac.detector.adapter.shipped;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names of nodes: which there may be, and whether two say the same machine. */
public final class NodeNames {
    private static final int LONGEST = 253;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[a-z0-9-]*[a-z0-9])?");
    private static final Pattern DOT = Pattern.compile("\\.");

    /** IPv4, IPv6, and what stands where a host has no name: they say nothing of a node's name. */
    private static final Pattern NAMELESS =
            Pattern.compile("[0-9.]{7,15}|[0-9a-f:.]*:[0-9a-f:.]*|-|localhost(?:\\..*)?");

    private NodeNames() {}

    /** Whether Kubernetes allows a node of this name (RFC 1123: a subdomain in lower case). */
    public static boolean allowed(String name) {
        // A last part that is always there, so that an empty one before it is not dropped.
        return !name.isEmpty()
                && name.length() <= LONGEST
                && DOT.splitAsStream(name + ".end").allMatch(part -> LABEL.matcher(part).matches());
    }

    /** The node's name in what a shipper gives as host: hosts may be written in upper case. */
    static Optional<String> of(String host) {
        String name = host.strip().toLowerCase(Locale.ROOT);
        return allowed(name) && !nameless(name) ? Optional.of(name) : Optional.empty();
    }

    /**
     * Whether a host that a line names can be this node: the same name, or one of them is the first
     * part of the other. An address is no name and contradicts nothing.
     */
    static boolean agree(String node, String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return nameless(name)
                || name.equals(node)
                || name.startsWith(node + ".")
                || node.startsWith(name + ".");
    }

    private static boolean nameless(String name) {
        return NAMELESS.matcher(name).matches();
    }
}
