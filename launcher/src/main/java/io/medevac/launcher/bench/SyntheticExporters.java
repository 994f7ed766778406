package io.medevac.launcher.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exporters of many nodes on loopback, served by one thread. Each address is of two nodes, so that
 * a process that keeps all connections open stays below the usual limit of open files.
 */
final class SyntheticExporters implements AutoCloseable {
    private static final int NODES_AN_ADDRESS = 2;
    private static final int ADDRESSES_A_HOST = 200;
    private static final int REQUEST = 4096;
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

    private final int nodes;
    private final ExporterPage page;
    private final ByteBuffer request = ByteBuffer.allocate(REQUEST);
    private final List<URI> pages = new ArrayList<>();
    private final Selector selector;
    private final Thread server;
    private volatile boolean closing;
    private long answered;

    /**
     * Serves.
     *
     * @param nodes how many, 1 or more
     */
    SyntheticExporters(int nodes, ExporterPage page) {
        this.nodes = nodes;
        this.page = page;
        this.selector = selector();
        try {
            for (int first = 0; first < nodes; first += NODES_AN_ADDRESS) {
                listen(first);
            }
        } catch (IOException e) {
            closeChannels();
            throw new CommandFailure(
                    "exporters cannot be played (%d open files are needed, see ulimit -n): %s"
                            .formatted(2 * nodes, e.getMessage()),
                    e);
        }
        server = Thread.ofPlatform().daemon().name("exporters").start(this::serve);
    }

    private static Selector selector() {
        try {
            return Selector.open();
        } catch (IOException e) {
            throw new CommandFailure("exporters cannot be played: " + e.getMessage(), e);
        }
    }

    private void listen(int first) throws IOException {
        String host = "127.0.1." + (1 + first / NODES_AN_ADDRESS / ADDRESSES_A_HOST);
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_ACCEPT);
            channel.bind(new InetSocketAddress(host, 0));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        for (int node = first; node < Math.min(nodes, first + NODES_AN_ADDRESS); node++) {
            pages.add(URI.create("http://%s:%d/%d/metrics".formatted(host, port, node)));
        }
    }

    /** The page of a node, from 0. */
    URI of(int node) {
        return pages.get(node);
    }

    private void serve() {
        try {
            while (!closing) {
                selector.select(this::serve);
            }
        } catch (IOException e) {
            // Whoever asks finds nobody; that is counted where it is measured.
        } finally {
            closeChannels();
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel());
            } else if (key.attachment() instanceof Exchange exchange) {
                exchange.goOn(key);
            }
        } catch (IOException e) {
            close(key.channel());
        }
    }

    private void accept(ServerSocketChannel listening) throws IOException {
        SocketChannel connection = listening.accept();
        if (connection != null) {
            connection.configureBlocking(false);
            connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection.register(selector, SelectionKey.OP_READ, new Exchange());
        }
    }

    private void closeChannels() {
        selector.keys().forEach(key -> close(key.channel()));
        close(selector);
    }

    private static void close(AutoCloseable channel) {
        try {
            channel.close();
        } catch (Exception e) {
            // It is gone already.
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            if (!server.join(ENDS_WITHIN)) {
                throw new CommandFailure("the exporters do not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One connection: a request, its answer, and the next. */
    private final class Exchange {
        private int newlines;
        private int slashes;
        private int node;
        private @Nullable ByteBuffer answer;

        void goOn(SelectionKey key) throws IOException {
            SocketChannel connection = (SocketChannel) key.channel();
            if (key.isReadable() && !read(connection)) {
                throw new IOException("closed");
            }
            if (answer != null) {
                connection.write(answer);
                boolean more = answer.hasRemaining();
                answer = more ? answer : null;
                key.interestOps(more ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            }
        }

        /** Requests have no body: one ends at an empty line. */
        private boolean read(SocketChannel connection) throws IOException {
            request.clear();
            int count = connection.read(request);
            for (int i = 0; i < count; i++) {
                take(request.get(i));
            }
            return count >= 0;
        }

        /** The number of the node is between the first two slashes. */
        private void take(byte b) {
            slashes += b == '/' ? 1 : 0;
            if (slashes == 1 && b >= '0' && b <= '9') {
                node = 10 * node + b - '0';
            }
            newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
            if (newlines == 2) {
                answer = answer(Math.floorMod(node, nodes));
                newlines = 0;
                slashes = 0;
                node = 0;
            }
        }
    }

    private ByteBuffer answer(int node) {
        byte[] body = page.of(node, ++answered);
        byte[] head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"
                        .formatted(body.length)
                        .getBytes(US_ASCII);
        return ByteBuffer.allocate(head.length + body.length).put(head).put(body).flip();
    }
}
