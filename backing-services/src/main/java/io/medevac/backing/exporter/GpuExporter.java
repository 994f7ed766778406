package io.medevac.backing.exporter;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The exporters of all nodes on one loopback port: {@code /NODE/metrics}. */
public final class GpuExporter implements AutoCloseable {
    private static final Pattern PATH = Pattern.compile("/([a-z0-9][a-z0-9.-]{0,252})/metrics");
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final HttpServer server;

    private GpuExporter(HttpServer server) {
        this.server = server;
    }

    /** Serves these pages. */
    public static GpuExporter start(int port, ExporterPages pages) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> answer(exchange, pages));
        server.start();
        return new GpuExporter(server);
    }

    private static void answer(HttpExchange exchange, ExporterPages pages) throws IOException {
        try (exchange) {
            Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
            byte[] page = path.matches() ? pages.page(path.group(1)) : null;
            if (page == null) {
                byte[] why = "no exporter of such a node\n".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(NOT_FOUND, why.length);
                exchange.getResponseBody().write(why);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(OK, page.length);
            exchange.getResponseBody().write(page);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
