package io.medevac.backing.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds loopback ports for processes that keep them over restarts. They come from below the range
 * that the kernel gives to outgoing connections (and that Kubernetes gives to node ports), else a
 * port could be taken while its owner restarts.
 */
public final class FreePorts {

    private static final int FIRST = 21_000;
    private static final int END = 29_900;

    private FreePorts() {}

    /**
     * Ports that are free now, all different. The caller stores them.
     *
     * @throws ProcessFailure when the range is exhausted
     */
    public static List<Integer> allocate(int count) {
        List<Integer> ports = new ArrayList<>();
        int port = ThreadLocalRandom.current().nextInt(FIRST, END);
        for (int tried = 0; ports.size() < count; tried++) {
            if (tried > END - FIRST) {
                throw new ProcessFailure(
                        "no %d free ports between %d and %d".formatted(count, FIRST, END));
            }
            port = port + 1 < END ? port + 1 : FIRST;
            if (isFree(port)) {
                ports.add(port);
            }
        }
        return ports;
    }

    /** A single free port. */
    public static int allocate() {
        return allocate(1).getFirst();
    }

    /** Whether nobody listens on this loopback port now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
