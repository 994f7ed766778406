package io.medevac.testkit;

import io.medevac.backing.cache.CacheDirectory;
import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.kafka.TopicCreator;
import io.medevac.backing.kafka.Topics;
import io.medevac.backing.outbox.OutboxEngine;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.FreePorts;
import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.registry.EventSchemas;
import io.medevac.backing.registry.SchemaRegistrar;
import io.medevac.backing.registry.SchemaRegistry;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Kafka, PostgreSQL, schema registry and the outbox engine, as real processes, bootstrapped with
 * the files of {@code k8s/}. Init argument {@code service}: the database role, default {@code
 * remediator}. Test resource of Quarkus tests:
 *
 * <pre>{@code
 * @QuarkusTest
 * @WithTestResource(value = RealParts.class, initArgs = @ResourceArg(name = "service", value = "detector"))
 * }</pre>
 */
public final class RealParts implements QuarkusTestResourceLifecycleManager {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private final Deque<ManagedProcess> running = new ArrayDeque<>();
    private String service = "remediator";

    @Override
    public void init(Map<String, String> arguments) {
        service = arguments.getOrDefault("service", service);
    }

    @Override
    public Map<String, String> start() {
        try {
            return started();
        } catch (Exception e) {
            stop();
            throw new IllegalStateException("the real parts cannot be started", e);
        }
    }

    private Map<String, String> started() throws Exception {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        StateDirectory state = new StateDirectory(Files.createTempDirectory(target, "real-parts-"));
        List<Integer> ports = FreePorts.allocate(5);
        KafkaBroker kafka = new KafkaBroker(state, ports.get(0), ports.get(1));
        PostgresServer postgres = new PostgresServer(state, CacheDirectory.ofUser(), ports.get(2));
        ManagedProcess database = run(ManagedProcess.start(postgres.spec()));
        ManagedProcess broker = run(ManagedProcess.start(kafka.spec()));
        database.awaitReady(DEADLINE);
        postgres.bootstrap();
        SchemaRegistry registry =
                new SchemaRegistry(
                        state, CacheDirectory.ofUser(), postgres, ports.get(3), ports.get(4));
        ManagedProcess schemas = run(ManagedProcess.start(registry.spec()));
        broker.awaitReady(DEADLINE);
        TopicCreator.createMissing(kafka.bootstrapServers(), Topics.shipped(), DEADLINE);
        ManagedProcess relay =
                run(ManagedProcess.start(new OutboxEngine(state, postgres, kafka).spec()));
        schemas.awaitReady(DEADLINE);
        new SchemaRegistrar(registry.url()).register(EventSchemas.all());
        relay.awaitReady(DEADLINE);
        return Map.of(
                "medevac.cluster", "test",
                "medevac.bootstrap.servers", kafka.bootstrapServers(),
                "medevac.registry.url", registry.url().toString(),
                "medevac.database.url", postgres.url("medevac"),
                "medevac.database.username", service,
                "medevac.database.password", postgres.credentials().password(service));
    }

    private ManagedProcess run(ManagedProcess process) {
        running.push(process);
        return process;
    }

    @Override
    public void stop() {
        running.forEach(ManagedProcess::close);
        running.clear();
    }
}
