package io.medevac.notifier.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A block of IP addresses.
 *
 * @param network an address of it
 * @param bits how many leading bits all of its addresses have in common
 */
public record AddressRange(InetAddress network, int bits) {

    /** What Java takes for an address too, for its own reasons: 2130706433 and 127.1. */
    private static final Pattern OLD_FORMS = Pattern.compile("\\d+(\\.\\d+)*");

    private static final Pattern LITERAL =
            Pattern.compile("(\\d{1,3}\\.){3}\\d{1,3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /**
     * What no receiver in the internet has: this host, private networks, link-local, multicast,
     * reserved, and the forms of IPv6 that carry an IPv4 address inside (IANA's registries of
     * special-purpose addresses).
     */
    private static final List<AddressRange> NOT_PUBLIC =
            Stream.of(
                            "0.0.0.0/8",
                            "10.0.0.0/8",
                            "100.64.0.0/10",
                            "127.0.0.0/8",
                            "169.254.0.0/16",
                            "172.16.0.0/12",
                            "192.0.0.0/24",
                            "192.0.2.0/24",
                            "192.88.99.0/24",
                            "192.168.0.0/16",
                            "198.18.0.0/15",
                            "198.51.100.0/24",
                            "203.0.113.0/24",
                            "224.0.0.0/3",
                            "::/96",
                            "64:ff9b::/96",
                            "64:ff9b:1::/48",
                            "100::/64",
                            "2001::/23",
                            "2001:db8::/32",
                            "2002::/16",
                            "3fff::/20",
                            "5f00::/16",
                            "fc00::/7",
                            "fe80::/9",
                            "ff00::/8")
                    .map(AddressRange::of)
                    .toList();

    /**
     * Reads {@code 10.0.0.0/8} or {@code fd00::/8}.
     *
     * @throws IllegalArgumentException when it is nothing of that form
     */
    public static AddressRange of(String text) {
        String[] parts = text.strip().split("/", -1);
        if (parts.length == 2
                && LITERAL.matcher(parts[0]).matches()
                && parts[1].matches("\\d{1,3}")) {
            InetAddress network = literal(parts[0]);
            int bits = Integer.parseInt(parts[1]);
            if (bits <= network.getAddress().length * Byte.SIZE) {
                return new AddressRange(network, bits);
            }
        }
        throw new IllegalArgumentException(
                text + " is no range of addresses such as 10.0.0.0/8 or fd00::/8");
    }

    /** Whether the text is an address as it is, and no name. */
    static boolean isLiteral(String host) {
        return LITERAL.matcher(host).matches() || OLD_FORMS.matcher(host).matches();
    }

    /** The address that a literal is; asks nobody. */
    static InetAddress literal(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(host + " is no address", e);
        }
    }

    /**
     * Whether a receiver may have the address: a public one, or one that is allowed beside them.
     */
    public static boolean mayBeCalled(InetAddress address, List<AddressRange> allowed) {
        return isPublic(address) || allowed.stream().anyMatch(range -> range.contains(address));
    }

    /** Whether receivers in the internet may have the address. */
    private static boolean isPublic(InetAddress address) {
        return NOT_PUBLIC.stream().noneMatch(range -> range.contains(address));
    }

    /** Whether the address is one of it; IPv4 in IPv6 form is IPv4. */
    public boolean contains(InetAddress address) {
        byte[] ours = network.getAddress();
        byte[] theirs = address.getAddress();
        if (ours.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % Byte.SIZE);
            if (((ours[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return network.getHostAddress() + "/" + bits;
    }
}
