package io.medevac.backing.sinks;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mail server (RFC 5321, what a client needs of it) that accepts every recipient and keeps the
 * mail as a file instead of sending it on.
 */
final class MailCatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MailCatcher.class);
    private static final int SILENCE_MILLIS = 30_000;
    private static final int BACKLOG = 50;

    private final ServerSocket server;
    private final ArrivalFolder mails;

    private MailCatcher(ServerSocket server, ArrivalFolder mails) {
        this.server = server;
        this.mails = mails;
    }

    static MailCatcher open(int port, ArrivalFolder mails) throws IOException {
        ServerSocket server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        return new MailCatcher(server, mails);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Serves until closed. */
    void serve() throws IOException {
        while (!server.isClosed()) {
            Socket client;
            try {
                client = server.accept();
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
                throw e;
            }
            Thread.ofVirtual().name("mail").start(() -> converse(client));
        }
    }

    private void converse(Socket client) {
        try (client) {
            client.setSoTimeout(SILENCE_MILLIS);
            new SmtpConversation(client.getInputStream(), client.getOutputStream(), mails).run();
        } catch (EOFException e) {
            LOG.debug("mail client gone"); // also whoever asks whether we are ready
        } catch (IOException e) {
            LOG.info("mail client gone: {}", e.toString());
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
