package io.medevac.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Tells a test that this process has come to a point, and waits until the test lets it go on. The
 * test may kill or stop this process, or another one, in between. Without a test that listens it
 * does nothing.
 *
 * <p>One line for each point: {@code pid TAB when TAB method TAB argument}; any line is the answer.
 */
public final class CrashPoint {
    private static final int CONNECT_MILLIS = 500;
    private static final int ANSWER_MILLIS = 60_000;
    private static final Object LOCK = new Object();

    private static @Nullable Connection connection;
    private static int port;

    private CrashPoint() {}

    /** Where the test listens on the loopback address. */
    static void reportTo(int testPort) {
        port = testPort;
    }

    /**
     * Called at each point.
     *
     * @param when {@code before} or {@code after} the method
     * @param method class and method
     * @param argument the first argument of the method; its type is told when it is one of ours
     */
    public static void reached(String when, String method, @Nullable Object argument) {
        String line =
                ProcessHandle.current().pid()
                        + "\t"
                        + when
                        + "\t"
                        + method
                        + "\t"
                        + kindOf(argument)
                        + "\n";
        synchronized (LOCK) {
            try {
                Connection open = connection == null ? Connection.open(port) : connection;
                connection = open;
                open.tell(line);
            } catch (IOException e) {
                connection = null; // no test listens
            }
        }
    }

    private static String kindOf(@Nullable Object argument) {
        return argument != null && argument.getClass().getName().startsWith("io.medevac.domain.")
                ? argument.getClass().getSimpleName()
                : "";
    }

    private record Connection(BufferedReader in, Writer out) {

        static Connection open(int port) throws IOException {
            Socket socket = new Socket();
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.setTcpNoDelay(true);
            return new Connection(
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)),
                    new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
        }

        void tell(String line) throws IOException {
            out.write(line);
            out.flush();
            if (in.readLine() == null) {
                throw new IOException("the test has ended");
            }
        }
    }
}
