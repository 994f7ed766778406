package io.medevac.backing.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * Program of the broker's process: data folder, client port, controller port, file of the
 * passwords. Writes the file {@code ready} when it serves.
 */
final class KafkaBrokerMain {

    private static final int NODE = 1;
    private static final String CONTROLLER = "CONTROLLER";
    private static final String CLIENTS = "CLIENTS";

    private KafkaBrokerMain() {}

    public static void main(String[] args) throws Exception {
        Path data = Path.of(args[0]);
        Path records = data.resolve("records");
        if (!Files.exists(records.resolve("meta.properties"))) {
            format(records);
        }
        KafkaRaftServer server =
                new KafkaRaftServer(
                        new KafkaConfig(configuration(records, args[1], args[2], Path.of(args[3]))),
                        Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "shutdown"));
        server.startup();
        Files.writeString(data.resolve("ready"), Long.toString(ProcessHandle.current().pid()));
        server.awaitShutdown();
    }

    private static void format(Path records) throws Exception {
        new Formatter()
                .setPrintStream(
                        new PrintStream(
                                OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(NODE)
                .setClusterId(Uuid.randomUuid().toString())
                .setDirectories(List.of(records.toString()))
                .setMetadataLogDirectory(records.toString())
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setControllerListenerName(CONTROLLER)
                .setIgnoreFormatted(true)
                .run();
    }

    private static Map<String, String> configuration(
            Path records, String port, String controllerPort, Path passwords) throws IOException {
        Map<String, String> config =
                new HashMap<>(
                        BrokerSettings.security(
                                KafkaLogins.in(passwords), List.of(CLIENTS, CONTROLLER)));
        config.put("process.roles", "broker,controller");
        config.put("node.id", Integer.toString(NODE));
        config.put("controller.quorum.voters", NODE + "@127.0.0.1:" + controllerPort);
        config.put("controller.listener.names", CONTROLLER);
        config.put(
                "listeners",
                "%s://127.0.0.1:%s,%s://127.0.0.1:%s"
                        .formatted(CLIENTS, port, CONTROLLER, controllerPort));
        config.put("advertised.listeners", CLIENTS + "://127.0.0.1:" + port);
        config.put("log.dirs", records.toString());
        config.putAll(BrokerSettings.common());
        return config;
    }
}
