package io.medevac.detector.adapter.shipped;

import io.medevac.backing.kafka.KafkaLogins;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * A real rsyslogd of this machine that ships to Kafka. It takes its lines on a port of loopback in
 * place of the kernel's buffer, which belongs to the machine.
 */
final class Rsyslog implements AutoCloseable {
    static final Path PROGRAM = Path.of("/usr/sbin/rsyslogd");
    private static final long WITHIN_S = 30;

    private final Process process;
    private final Path folder;
    private final int port;

    private Rsyslog(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /**
     * Starts it.
     *
     * @param config configuration with {@code module(load="imklog" …)}, the broker {@code
     *     kafka:9092} and the login of somebody else
     */
    static Rsyslog start(String config, String brokers, KafkaLogins logins) {
        try {
            Path folder =
                    Files.createTempDirectory(
                            Files.createDirectories(Path.of("target").toAbsolutePath()),
                            "rsyslog-");
            int port = freePort();
            Path file =
                    Files.writeString(
                            folder.resolve("rsyslog.conf"),
                            adapted(config, folder, port, brokers, logins));
            Process process =
                    new ProcessBuilder(
                                    PROGRAM.toString(),
                                    "-n",
                                    "-f",
                                    file.toString(),
                                    "-i",
                                    folder.resolve("pid").toString())
                            .redirectInput(new File("/dev/null"))
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("log").toFile())
                            .start();
            // What comes before it listens is lost.
            Awaitility.await("rsyslogd listens")
                    .atMost(Duration.ofSeconds(WITHIN_S))
                    .until(() -> listens(port));
            return new Rsyslog(process, folder, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String adapted(
            String config, Path folder, int port, String brokers, KafkaLogins logins) {
        String login =
                logins.librdkafkaProperties("log-shipper").entrySet().stream()
                        .map(Map.Entry::toString)
                        .collect(Collectors.joining("\", \"", "confParam=[\"", "\"]"));
        return "global(workDirectory=\""
                + folder
                + "\")\n"
                + config.replaceFirst(
                                "module\\(load=\"imklog\"[^)]*\\)",
                                """
                                module(load="imudp")
                                input(type="imudp" address="127.0.0.1" port="%d")"""
                                        .formatted(port))
                        .replace("kafka:9092", brokers)
                        .replaceFirst(
                                "(?s)confParam=\\[.*?\\]",
                                java.util.regex.Matcher.quoteReplacement(login));
    }

    /** Brings a message in, as it would come from the network: priority, time, host, tag, text. */
    void send(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(
                    new DatagramPacket(
                            bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it said. */
    String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(WITHIN_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    private static boolean listens(int port) throws IOException {
        String socket = "0100007F:%04X ".formatted(port);
        return Files.readString(Path.of("/proc/net/udp")).contains(socket);
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
