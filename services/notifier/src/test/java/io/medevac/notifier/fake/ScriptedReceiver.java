package io.medevac.notifier.fake;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A receiver of webhooks: {@code /hook} answers as told, {@code /elsewhere} is where its redirects
 * lead, {@code /hangs} never answers, {@code /drips} never ends its answer, {@code /floods} never
 * stops to send.
 */
public final class ScriptedReceiver implements AutoCloseable {

    /** A call as it came. */
    public record Call(Map<String, List<String>> headers, String body) {
        /** First value of a header; names begin with a capital letter. */
        public String header(String name) {
            return headers.get(name).getFirst();
        }
    }

    private final HttpServer server;
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger elsewhere = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile int status = 204;

    /**
     * @param port port on loopback; 0 for any
     */
    public ScriptedReceiver(int port) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/hook", this::hook);
        server.createContext("/elsewhere", this::elsewhere);
        server.createContext("/hangs", this::hang);
        server.createContext("/drips", this::drip);
        server.createContext("/floods", this::flood);
        server.start();
    }

    /** URL of a path. */
    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** Status that {@code /hook} answers from now on. */
    public void answer(int newStatus) {
        status = newStatus;
    }

    /** Calls of {@code /hook}. */
    public List<Call> calls() {
        return calls;
    }

    /** Calls of {@code /elsewhere}. */
    public int callsElsewhere() {
        return elsewhere.get();
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
    }

    private void hook(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            calls.add(
                    new Call(
                            exchange.getRequestHeaders(),
                            new String(body, StandardCharsets.UTF_8)));
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.getResponseHeaders().add("Retry-After", "7");
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private void elsewhere(HttpExchange exchange) throws IOException {
        try (exchange) {
            elsewhere.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void hang(HttpExchange exchange) {
        try (exchange) {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void drip(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void flood(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = new byte[1 << 16];
            while (over.getCount() > 0) {
                exchange.getResponseBody().write(block);
            }
        }
    }
}
