package io.medevac.notifier.fake;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A mail server that answers each command as told, or not at all. */
public final class ScriptedMailServer implements AutoCloseable {

    /** Answer that never comes. */
    public static final String SILENCE = "";

    private static final String GREETING = "GREETING";
    private static final String CONTENT = "CONTENT";

    private final ServerSocket server;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> mails = new CopyOnWriteArrayList<>();
    private final Thread acceptor;
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * @param port port on loopback; 0 for any
     */
    public ScriptedMailServer(int port) throws IOException {
        server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        answers.putAll(
                Map.of(
                        GREETING,
                        "220 test",
                        "EHLO",
                        "250 test",
                        "MAIL",
                        "250 ok",
                        "RCPT",
                        "250 ok",
                        "DATA",
                        "354 go on",
                        CONTENT,
                        "250 kept",
                        "QUIT",
                        "221 bye"));
        acceptor = Thread.ofPlatform().start(this::serve);
    }

    /** Port it listens on. */
    public int port() {
        return server.getLocalPort();
    }

    /** Mails that were accepted, headers and body as they came. */
    public List<String> mails() {
        return mails;
    }

    /** Answers a command ({@code GREETING} and {@code CONTENT} included) from now on. */
    public void answer(String command, String answer) {
        answers.put(command, answer);
    }

    /** When it returns the port is free again. */
    @Override
    public void close() throws IOException {
        over.countDown();
        server.close();
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        try {
            while (true) {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> converse(client));
            }
        } catch (IOException e) {
            over.countDown();
        }
    }

    private void converse(Socket client) {
        try (client) {
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            say(client, GREETING);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String command = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
                boolean accepted = say(client, command);
                if (command.equals("DATA") && accepted) {
                    String mail = content(in);
                    // Before the answer: whoever has it finds the mail here.
                    if (accepts(CONTENT)) {
                        mails.add(mail);
                    }
                    say(client, CONTENT);
                }
                if (command.equals("QUIT")) {
                    return;
                }
            }
        } catch (IOException e) {
            // The client has gone, as it may.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean say(Socket client, String command) throws IOException, InterruptedException {
        String answer = answer(command);
        if (answer.equals(SILENCE)) {
            over.await();
            return false;
        }
        client.getOutputStream().write((answer + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return accepts(command);
    }

    private String answer(String command) {
        return answers.getOrDefault(command, "500 unknown command");
    }

    private boolean accepts(String command) {
        return !answer(command).equals(SILENCE) && answer(command).charAt(0) < '4';
    }

    private static String content(BufferedReader in) throws IOException {
        StringBuilder mail = new StringBuilder();
        for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
            mail.append(line).append('\n');
        }
        return mail.toString();
    }
}
