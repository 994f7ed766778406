package io.medevac.backing.process;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells whether a process does its work now. Asked again and again, so an answer must come within
 * about a second.
 */
@FunctionalInterface
public interface Readiness {

    /**
     * Looks once.
     *
     * @throws IOException counts as not ready
     */
    boolean isReady() throws IOException;

    /** Ready as soon as it runs. */
    static Readiness immediate() {
        return () -> true;
    }

    /** Ready when something accepts connections on this loopback port. */
    static Readiness tcp(int port) {
        return () -> {
            try (Socket socket = new Socket()) {
                socket.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return true;
            }
        };
    }

    /** Ready when this address answers with status 200. */
    static Readiness http(URI address) {
        return () -> status(address) == HttpURLConnection.HTTP_OK;
    }

    /** The status with which this address answers. */
    static int status(URI address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setConnectTimeout(1_000);
        connection.setReadTimeout(1_000);
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    /** Ready when the process has written this file; the file must be removed before each start. */
    static Readiness file(Path file) {
        return () -> Files.exists(file);
    }

    /** Ready when both are. */
    default Readiness and(Readiness other) {
        return () -> isReady() && other.isReady();
    }
}
