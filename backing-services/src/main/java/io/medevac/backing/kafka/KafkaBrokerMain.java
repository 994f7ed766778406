package io.medevac.backing.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
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
        Map<String, String> config = new HashMap<>(security(KafkaLogins.in(passwords)));
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
        config.put("auto.create.topics.enable", "false");
        // A single broker holds every copy there is.
        config.put("offsets.topic.replication.factor", "1");
        config.put("offsets.topic.num.partitions", "4");
        config.put("transaction.state.log.replication.factor", "1");
        config.put("transaction.state.log.min.isr", "1");
        config.put("transaction.state.log.num.partitions", "4");
        config.put("share.coordinator.state.topic.replication.factor", "1");
        config.put("share.coordinator.state.topic.min.isr", "1");
        // After a crash the new process must wait until the old one's session is over: 4 s instead
        // of 12 s.
        config.put("broker.session.timeout.ms", "2000");
        config.put("broker.heartbeat.interval.ms", "500");
        config.put("group.initial.rebalance.delay.ms", "0");
        // Sized for one machine: threads, cleaner buffer, and index files that stay small.
        config.put("num.network.threads", "2");
        config.put("num.io.threads", "4");
        config.put("num.recovery.threads.per.data.dir", "2");
        config.put("background.threads", "2");
        config.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        config.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        return config;
    }

    /** Whoever connects logs in, at the controller's port too; what no rule allows is refused. */
    private static Map<String, String> security(KafkaLogins logins) {
        Map<String, String> config = new HashMap<>();
        config.put(
                "listener.security.protocol.map",
                CLIENTS + ":SASL_PLAINTEXT," + CONTROLLER + ":SASL_PLAINTEXT");
        config.put("inter.broker.listener.name", CLIENTS);
        config.put("sasl.enabled.mechanisms", KafkaLogins.MECHANISM);
        config.put("sasl.mechanism.inter.broker.protocol", KafkaLogins.MECHANISM);
        config.put("sasl.mechanism.controller.protocol", KafkaLogins.MECHANISM);
        for (String listener : List.of(CLIENTS, CONTROLLER)) {
            config.put(
                    "listener.name.%s.%s.sasl.jaas.config"
                            .formatted(
                                    listener.toLowerCase(Locale.ROOT),
                                    KafkaLogins.MECHANISM.toLowerCase(Locale.ROOT)),
                    logins.brokerJaasConfig());
        }
        config.put("authorizer.class.name", StandardAuthorizer.class.getName());
        config.put("super.users", "User:" + KafkaLogins.ADMIN);
        config.put("allow.everyone.if.no.acl.found", "false");
        return config;
    }
}
