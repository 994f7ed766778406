package io.medevac.backing.outbox;

import io.medevac.backing.kafka.KafkaLogins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Program of the engine's process: data folder, bootstrap servers, file of Kafka's passwords; the
 * database by the environment.
 */
final class OutboxEngineMain {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private OutboxEngineMain() {}

    public static void main(String[] args) throws Exception {
        logOutagesOnce();
        Path data = Files.createDirectories(Path.of(args[0]));
        ConnectorDefinition definition = ConnectorDefinition.shipped(System.getenv());
        ReadyFile ready = ReadyFile.in(data);
        Map<String, String> producer = new HashMap<>(definition.producer());
        producer.put("bootstrap.servers", args[1]);
        KafkaLogins logins = KafkaLogins.in(Path.of(args[2]));
        try (KafkaRelay relay = new KafkaRelay(producer, logins, ready)) {
            SlotCheck slot = new SlotCheck(definition.config(), data);
            EngineLoop loop = new EngineLoop(embedded(definition, data), slot, relay, ready);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> loop.stop(STOP_LIMIT), "shutdown"));
            loop.run();
        }
    }

    /** Our own lines tell the cause; these would add stack traces or a line a second to each. */
    private static void logOutagesOnce() {
        System.setProperty(
                "org.slf4j.simpleLogger.log.io.debezium.connector.postgresql.PostgresConnector",
                "off");
        System.setProperty(
                "org.slf4j.simpleLogger.log.io.debezium.embedded.async.AsyncEmbeddedEngine", "off");
        System.setProperty(
                "org.slf4j.simpleLogger.log.org.apache.kafka.clients.NetworkClient", "error");
    }

    /** What a Kafka Connect worker would bring of its own. */
    private static Properties embedded(ConnectorDefinition definition, Path data) {
        Properties properties = new Properties();
        properties.putAll(definition.config());
        properties.put("name", definition.name());
        properties.put("offset.storage", SafeFileOffsets.class.getName());
        properties.put("offset.storage.file.filename", SlotCheck.offsets(data).toString());
        properties.put("offset.flush.interval.ms", "1000");
        // The loop starts it again, after a look at the slot.
        properties.put("errors.max.retries", "0");
        return properties;
    }
}
