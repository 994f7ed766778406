package io.medevac.testkit;

import io.medevac.backing.cache.CacheDirectory;
import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.outbox.OutboxEngine;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.registry.EventSchemas;
import io.medevac.backing.registry.SchemaRegistrar;
import io.medevac.backing.registry.SchemaRegistry;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Kafka, PostgreSQL, schema registry and outbox connector of this test JVM: real ones, set up with
 * the files of {@code k8s/}, as processes or containers ({@link TestMode}). Each is started when
 * first asked for and runs until the JVM ends. A test that kills one starts it again.
 */
public final class TestStack {

    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final TestStack OF_THIS_JVM = new TestStack();

    private final StateDirectory state = TestState.directory();
    private final CacheDirectory cache = CacheDirectory.ofUser();
    private final KafkaBroker kafka;
    private final PostgresServer postgres;
    private final SchemaRegistry registry;
    private final Parts parts;

    private TestStack() {
        List<Integer> ports = TestState.ports();
        kafka = new KafkaBroker(state, ports.get(0), ports.get(1));
        postgres = new PostgresServer(state, cache, ports.get(2));
        registry = new SchemaRegistry(state, cache, postgres, ports.get(3), ports.get(4));
        parts =
                switch (TestMode.ofThisRun()) {
                    case PROCESSES ->
                            LocalProcesses.of(
                                    kafka,
                                    postgres,
                                    registry,
                                    new OutboxEngine(state, postgres, kafka));
                    case CONTAINERS -> Containers.of(state, kafka, postgres, registry, ports);
                };
        TestState.report(parts.description());
    }

    /** The one of this JVM. */
    public static TestStack get() {
        return OF_THIS_JVM;
    }

    /** The broker, with all topics of Medevac. */
    public synchronized KafkaBroker kafka() {
        if (!parts.kafka().isReady()) {
            started(parts.kafka());
            setUpKafka();
        }
        return kafka;
    }

    /** The database server, bootstrapped; the services' tables are made by their own migrations. */
    public synchronized PostgresServer postgres() {
        if (!parts.postgres().isReady()) {
            started(parts.postgres());
            bootstrap();
        }
        return postgres;
    }

    /** The registry, with all event schemas. */
    public synchronized SchemaRegistry registry() {
        postgres();
        if (!parts.registry().isReady()) {
            started(parts.registry());
            registerSchemas();
        }
        return registry;
    }

    /** What puts outbox rows on their topics. */
    public synchronized Part outbox() {
        postgres();
        kafka();
        return started(parts.outbox());
    }

    /** All of them, started beside each other. */
    public synchronized TestStack startAll() {
        parts.kafka().start();
        postgres();
        parts.registry().start();
        kafka();
        setUpKafka();
        parts.outbox().start();
        registry();
        registerSchemas();
        outbox();
        return this;
    }

    /** What is on the topics, and a way to put something there. */
    public EventTopics topics() {
        return new EventTopics(kafka().bootstrapServers(), registry().url().toString());
    }

    /** The broker, to kill it; {@link #kafka()} starts it again. */
    public Part kafkaPart() {
        return parts.kafka();
    }

    /** The database server, to kill it; {@link #postgres()} starts it again. */
    public Part postgresPart() {
        return parts.postgres();
    }

    /** The registry, to kill it; {@link #registry()} starts it again. */
    public Part registryPart() {
        return parts.registry();
    }

    private static Part started(Part part) {
        part.start();
        part.awaitReady(DEADLINE);
        return part;
    }

    private void setUpKafka() {
        try {
            kafka.setUp(DEADLINE);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void bootstrap() {
        try {
            postgres.bootstrap();
        } catch (SQLException e) {
            throw new IllegalStateException("bootstrap.sql failed: " + e.getMessage(), e);
        }
    }

    private void registerSchemas() {
        try {
            new SchemaRegistrar(registry.url()).register(EventSchemas.all());
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the schemas cannot be registered: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a part was starting", e);
    }
}
