package io.medevac.launcher.stack;

import io.medevac.backing.cache.CacheDirectory;
import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.kafka.TopicCreator;
import io.medevac.backing.kafka.Topics;
import io.medevac.backing.outbox.OutboxEngine;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.registry.EventSchemas;
import io.medevac.backing.registry.SchemaRegistrar;
import io.medevac.backing.registry.SchemaRegistry;
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
import java.util.Map;

/** Kafka, PostgreSQL, registry, outbox relay, mail and webhook sinks of one stack. */
final class BackingServices {

    private static final Duration TOPICS_WITHIN = Duration.ofSeconds(30);

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
        return new OutboxEngine(state, postgres, kafka).spec();
    }

    ProcessSpec sinks() {
        return new Sinks(
                        state,
                        settings.port(Port.SMTP),
                        settings.port(Port.WEBHOOKS),
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

    void createTopics() throws InterruptedException {
        TopicCreator.createMissing(kafka.bootstrapServers(), Topics.shipped(), TOPICS_WITHIN);
    }

    void registerSchemas() throws IOException, InterruptedException {
        new SchemaRegistrar(registry.url()).register(EventSchemas.all());
    }

    /** Where things are, by the names that {@code env} gives them. */
    Map<String, String> addresses() {
        Map<String, String> addresses = new LinkedHashMap<>();
        addresses.put("MEDEVAC_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
        addresses.put("MEDEVAC_REGISTRY_URL", registry.url().toString());
        return addresses;
    }

    /** What a service needs to know and, of its password, to keep. */
    Map<String, String> environmentOf(String service) {
        String role = service.replace('-', '_');
        Map<String, String> environment = new LinkedHashMap<>(addresses());
        environment.put("MEDEVAC_CLUSTER", settings.options().cluster());
        environment.put("MEDEVAC_DATABASE_URL", postgres.url("medevac"));
        environment.put("MEDEVAC_DATABASE_USERNAME", role);
        environment.put("MEDEVAC_DATABASE_PASSWORD", postgres.credentials().password(role));
        return environment;
    }

    /** The key that webhooks are signed with, made up once. */
    Path webhookSecretFile() {
        Path file = home.secrets().resolve("webhook");
        if (!Files.exists(file)) {
            byte[] key = new byte[32];
            new SecureRandom().nextBytes(key);
            try {
                ServiceAccounts.writeSecret(
                        file, "whsec_" + Base64.getEncoder().encodeToString(key));
            } catch (IOException e) {
                throw new CommandFailure(file + " cannot be written: " + e.getMessage(), e);
            }
        }
        return file;
    }
}
