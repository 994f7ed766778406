package io.medevac.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the processes of a stack say which point they have come to (see the crash agent). Each
 * waits for its answer, so whoever listens may kill it, or another one, right there.
 */
final class PointServer implements AutoCloseable {
    private static final Pattern SERVICE = Pattern.compile("/services/([a-z-]+)/target/");
    private static final Pattern OUTBOX_ENGINE = Pattern.compile("OutboxEngineMain");

    private final ServerSocket server;
    private final Map<String, Integer> counts = new HashMap<>();
    private Consumer<Point> listener = point -> {};

    PointServer() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Tells the listener of each point from now on, counted anew. */
    synchronized void listen(Consumer<Point> next) {
        counts.clear();
        listener = next;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(
                                        socket.getInputStream(), StandardCharsets.UTF_8));
                OutputStream out = socket.getOutputStream()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                tell(line.split("\t", -1));
                out.write('\n');
                out.flush();
            }
        } catch (IOException e) {
            // the process has ended, perhaps by the hand of the listener
            return;
        }
    }

    private void tell(String[] words) {
        Optional<String> process = nameOf(words[0]);
        if (process.isEmpty()) {
            return;
        }
        Point point;
        Consumer<Point> told;
        synchronized (this) {
            String what = process.get() + words[1] + words[2] + words[3];
            int nth = counts.merge(what, 1, Integer::sum);
            point = new Point(process.get(), words[1], shortened(words[2]), words[3], nth);
            told = listener;
        }
        told.accept(point);
    }

    private static String shortened(String method) {
        return method.replaceFirst("^[a-z0-9.]+\\.(?=[A-Z])", "");
    }

    /** The name of one of ours; empty for other Java programs of the stack. */
    private static Optional<String> nameOf(String pid) {
        try {
            String command = Files.readString(Path.of("/proc", pid, "cmdline"));
            Matcher service = SERVICE.matcher(command);
            if (service.find()) {
                return Optional.of(service.group(1));
            }
            return OUTBOX_ENGINE.matcher(command).find()
                    ? Optional.of("outbox-engine")
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // it has just ended
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
