package io.medevac.launcher.stack;

import io.medevac.backing.cache.CacheDirectory;
import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.kafka.KafkaLogins;
import io.medevac.backing.outbox.OutboxEngine;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.registry.EventSchemas;
import io.medevac.backing.registry.SchemaRegistrar;
import io.medevac.backing.registry.SchemaRegistry;
import io.medevac.backing.secret.Passwords;
import io.medevac.backing.sinks.Sinks;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.stack.StackSettings.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Kafka, PostgreSQL, registry, outbox relay, mail and webhook sinks of one stack. */
final class BackingServices {

    private static final Duration READY_WITHIN = Duration.ofMinutes(4);
    private static final Duration TOPICS_WITHIN = Duration.ofSeconds(30);
    private static final String OPERATORS = "operators";

    private final Home home;
    private final StackSettings settings;
    private final StateDirectory state;
    private final PostgresServer postgres;
    private final KafkaBroker kafka;
    private final SchemaRegistry registry;

    BackingServices(Home home, StackSettings settings) {
        CacheDirectory cache = CacheDirectory.ofUser();
        this.home = home;
        this.settings = settings;
        this.state = new StateDirectory(home.state());
        this.postgres = new PostgresServer(state, cache, settings.port(Port.POSTGRES));
        this.kafka =
                new KafkaBroker(
                        state, settings.port(Port.KAFKA), settings.port(Port.KAFKA_CONTROLLER));
        this.registry =
                new SchemaRegistry(
                        state,
                        cache,
                        postgres,
                        settings.port(Port.REGISTRY),
                        settings.port(Port.REGISTRY_MANAGEMENT));
    }

    PostgresServer postgres() {
        return postgres;
    }

    KafkaBroker kafka() {
        return kafka;
    }

    SchemaRegistry registry() {
        return registry;
    }

    ProcessSpec outbox() {
        return engine().spec();
    }

    /** The same, as it runs where it serves a whole cluster. */
    ProcessSpec busyOutbox() {
        return engine().busySpec();
    }

    private OutboxEngine engine() {
        return new OutboxEngine(state, postgres, kafka);
    }

    ProcessSpec sinks() {
        return new Sinks(
                        state,
                        settings.port(Port.SMTP),
                        settings.port(Port.WEBHOOKS),
                        settings.port(Port.EXPORTERS),
                        home.mails(),
                        home.webhooks())
                .spec();
    }

    /** All of them, in the order in which they may start. */
    List<ProcessSpec> specs() {
        try {
            return List.of(postgres.spec(), kafka.spec(), registry.spec(), outbox(), sinks());
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
    }

    void startPostgres() throws Exception {
        ready(postgres.spec());
        postgres.bootstrap();
    }

    void startKafka() throws InterruptedException {
        writeKafkaClients();
        ready(kafka.spec());
        kafka.setUp(TOPICS_WITHIN);
    }

    /** After PostgreSQL. */
    void startRegistry() throws IOException, InterruptedException {
        ready(registry.spec());
        new SchemaRegistrar(registry.url()).register(EventSchemas.all());
    }

    /** Starts a process, where it does not run, and waits until it is ready. */
    static void ready(ProcessSpec spec) throws InterruptedException {
        ManagedProcess.start(spec).awaitReady(READY_WITHIN);
    }

    /** Where things are, by the names that {@code env} gives them. */
    Map<String, String> addresses() {
        Map<String, String> addresses = new LinkedHashMap<>();
        addresses.put("MEDEVAC_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
        addresses.put("MEDEVAC_REGISTRY_URL", registry.url().toString());
        addresses.put(
                "MEDEVAC_KAFKA_CONFIG", kafkaClientFile(OPERATORS + ".properties").toString());
        addresses.put("KCAT_CONFIG", kcatConfig().toString());
        return addresses;
    }

    /**
     * Writes the files by which Kafka's own tools and kcat log in, as operators and as one who may
     * do everything.
     */
    private void writeKafkaClients() {
        try {
            for (String principal : List.of(OPERATORS, KafkaLogins.ADMIN)) {
                Passwords.writeSecret(
                        kafkaClientFile(principal + ".properties"), lines(kafka.client(principal)));
            }
            Map<String, String> kcat =
                    new LinkedHashMap<>(kafka.logins().librdkafkaProperties(OPERATORS));
            kcat.put("bootstrap.servers", kafka.bootstrapServers());
            Passwords.writeSecret(kcatConfig(), lines(kcat));
        } catch (IOException e) {
            throw new CommandFailure("Kafka's client files: " + e.getMessage(), e);
        }
    }

    /** Configuration of kcat, the address of the broker included. */
    Path kcatConfig() {
        return kafkaClientFile("kcat.conf");
    }

    private Path kafkaClientFile(String name) {
        return home.secrets().resolve("kafka").resolve(name);
    }

    private static String lines(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** Client of Kafka for what people do: it reads everything and writes commands. */
    Map<String, String> kafkaClient() {
        return kafka.client(OPERATORS);
    }

    /** Client of Kafka for one of those that the access rules name. */
    Map<String, String> kafkaClientOf(String principal) {
        return kafka.client(principal);
    }

    /** What a service needs to know and, of its passwords, to keep. */
    Map<String, String> environmentOf(String service) {
        String role = service.replace('-', '_');
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("MEDEVAC_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
        environment.put("MEDEVAC_REGISTRY_URL", registry.url().toString());
        kafka.logins()
                .clientProperties(service)
                .forEach(
                        (key, value) ->
                                environment.put(
                                        "KAFKA_" + key.toUpperCase(Locale.ROOT).replace('.', '_'),
                                        value));
        environment.put("MEDEVAC_CLUSTER", settings.options().cluster());
        environment.put("MEDEVAC_DATABASE_URL", postgres.url("medevac"));
        environment.put("MEDEVAC_DATABASE_USERNAME", role);
        environment.put("MEDEVAC_DATABASE_PASSWORD", postgres.passwords().of(role));
        return environment;
    }

    /** The key that webhooks are signed with, made up once. */
    Path webhookSecretFile() {
        return secret("webhook", "whsec_");
    }

    /** The token that whoever sends signals to the detector shows, made up once. */
    Path detectorTokenFile() {
        return secret("detector-http", "");
    }

    private Path secret(String name, String prefix) {
        Path file = home.secrets().resolve(name);
        if (!Files.exists(file)) {
            byte[] key = new byte[32];
            new SecureRandom().nextBytes(key);
            try {
                Passwords.writeSecret(file, prefix + Base64.getEncoder().encodeToString(key));
            } catch (IOException e) {
                throw new CommandFailure(file + " cannot be written: " + e.getMessage(), e);
            }
        }
        return file;
    }
}
