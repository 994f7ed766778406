package io.medevac.notifier.adapter.webhook;

import io.medevac.notifier.config.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Which address a webhook is sent to: a public one, or one that the configuration allows. The
 * connection is made to the very address that was checked, so a name that resolves to another one a
 * moment later leads nowhere else.
 */
final class TargetAddresses {

    private final List<AddressRange> allowed;
    private final Resolver resolver;

    TargetAddresses(List<AddressRange> allowed, Resolver resolver) {
        this.allowed = List.copyOf(allowed);
        this.resolver = resolver;
    }

    /** How names become addresses. */
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** A target has no address that may be called. */
    static final class NotAllowed extends Exception {
        private static final long serialVersionUID = 1L;

        NotAllowed(String message) {
            super(message);
        }
    }

    /**
     * The first address of the host that may be called.
     *
     * @param host name or literal, as a URI has it
     */
    InetAddress of(String host) throws UnknownHostException, NotAllowed {
        InetAddress[] addresses = resolver.resolve(host);
        for (InetAddress address : addresses) {
            if (AddressRange.mayBeCalled(address, allowed)) {
                return address;
            }
        }
        throw new NotAllowed(
                "%s is %s, which is not public and not in medevac.notifier.allowed-private-ranges"
                        .formatted(
                                host,
                                addresses.length == 0 ? "nowhere" : addresses[0].getHostAddress()));
    }
}
