package io.medevac.detector.adapter.dcgm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Exporters by HTTP: a page for each node, which a test changes. */
final class ExporterPages implements AutoCloseable {
    private static final String SILENT = "";

    private final HttpServer server;
    private final Map<String, Shown> pages = new ConcurrentHashMap<>();

    private record Shown(String page, AtomicInteger asked) {}

    ExporterPages() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** A page of the field, of this node, with this as the last Xid of its GPU 5. */
    static String page(String node, int xid) {
        try (InputStream page =
                Objects.requireNonNull(
                        ExporterPages.class.getResourceAsStream(
                                "02-v3-v4-Hostname-err-pod.prom"))) {
            return new String(page.readAllBytes(), UTF_8)
                    .replace("node-1", node)
                    .replace("} 79", "} " + xid);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line that is the same only for a source that is frozen. */
    static String energy(long value) {
        return "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"5\"} " + value + "\n";
    }

    URI of(String node) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + node);
    }

    /** From now on the node's exporter shows this. */
    void show(String node, String page) {
        pages.put(of(node).getPath(), new Shown(page, new AtomicInteger()));
    }

    /** From now on it takes connections and does not answer. */
    void silence(String node) {
        show(node, SILENT);
    }

    /** How often it was asked for what it shows now. */
    int asked(String node) {
        return shownAt(of(node).getPath()).asked().get();
    }

    private Shown shownAt(String path) {
        return pages.computeIfAbsent(path, none -> new Shown("none", new AtomicInteger()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        Shown shown = shownAt(exchange.getRequestURI().getPath());
        if (shown.page().equals(SILENT)) {
            shown.asked().incrementAndGet();
            return;
        }
        byte[] body = shown.page().getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
        shown.asked().incrementAndGet();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
