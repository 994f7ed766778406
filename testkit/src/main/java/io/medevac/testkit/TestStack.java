package io.medevac.testkit;

import io.medevac.backing.cache.CacheDirectory;
import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.outbox.OutboxEngine;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.registry.EventSchemas;
import io.medevac.backing.registry.SchemaRegistrar;
import io.medevac.backing.registry.SchemaRegistry;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Kafka, PostgreSQL, schema registry and outbox engine of this test JVM: real processes, set up
 * with the files of {@code k8s/}. Each is started when first asked for and runs until the JVM ends.
 * A test that stops one starts it again.
 */
public final class TestStack {

    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final TestStack OF_THIS_JVM = new TestStack();

    private final StateDirectory state = TestState.directory();
    private final CacheDirectory cache = CacheDirectory.ofUser();
    private final KafkaBroker kafka;
    private final PostgresServer postgres;
    private final SchemaRegistry registry;
    private final OutboxEngine outbox;

    private TestStack() {
        List<Integer> ports = TestState.ports();
        kafka = new KafkaBroker(state, ports.get(0), ports.get(1));
        postgres = new PostgresServer(state, cache, ports.get(2));
        registry = new SchemaRegistry(state, cache, postgres, ports.get(3), ports.get(4));
        outbox = new OutboxEngine(state, postgres, kafka);
    }

    /** The one of this JVM. */
    public static TestStack get() {
        return OF_THIS_JVM;
    }

    /** The broker, with all topics of Medevac. */
    public synchronized KafkaBroker kafka() {
        if (!isReady(kafka.spec())) {
            awaitReady(start(kafka.spec()));
            setUpKafka();
        }
        return kafka;
    }

    /** The database server, bootstrapped; the services' tables are made by their own migrations. */
    public synchronized PostgresServer postgres() {
        if (!isReady(spec(postgres::spec))) {
            awaitReady(start(spec(postgres::spec)));
            bootstrap();
        }
        return postgres;
    }

    /** The registry, with all event schemas. */
    public synchronized SchemaRegistry registry() {
        postgres();
        if (!isReady(spec(registry::spec))) {
            awaitReady(start(spec(registry::spec)));
            registerSchemas();
        }
        return registry;
    }

    /** The engine that puts outbox rows on their topics. */
    public synchronized OutboxEngine outbox() {
        postgres();
        kafka();
        awaitReady(start(outbox.spec()));
        return outbox;
    }

    /** All of them, started beside each other. */
    public synchronized TestStack startAll() {
        start(kafka.spec());
        postgres();
        start(spec(registry::spec));
        kafka();
        setUpKafka();
        start(outbox.spec());
        registry();
        registerSchemas();
        outbox();
        return this;
    }

    /** What is on the topics, and a way to put something there. */
    public EventTopics topics() {
        return new EventTopics(kafka().bootstrapServers(), registry().url().toString());
    }

    /** The process of a part, to kill or stop it; the part's method here starts it again. */
    public static ManagedProcess processOf(ProcessSpec part) {
        return ManagedProcess.find(part)
                .orElseThrow(() -> new IllegalStateException(part.name() + " does not run"));
    }

    private static boolean isReady(ProcessSpec part) {
        return ManagedProcess.find(part).filter(ManagedProcess::isReady).isPresent();
    }

    private static ManagedProcess start(ProcessSpec part) {
        try {
            return ManagedProcess.start(part);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void awaitReady(ManagedProcess process) {
        try {
            process.awaitReady(DEADLINE);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
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

    private static ProcessSpec spec(PackedPart part) {
        try {
            return part.spec();
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a part was starting", e);
    }

    /** A part whose program is unpacked first. */
    private interface PackedPart {
        ProcessSpec spec() throws IOException;
    }
}
