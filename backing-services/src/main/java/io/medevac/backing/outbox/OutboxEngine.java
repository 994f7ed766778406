package io.medevac.backing.outbox;

import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.kafka.KafkaLogins;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.JavaProgram;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The connector of {@code k8s/connectors/outbox.json} in Debezium's embedded engine, in a process
 * of its own: it puts each outbox row on its topic. In a cluster Kafka Connect runs the same
 * definition. Delivers at least once: after a crash some events come again, under the same id. It
 * waits for ever when PostgreSQL or Kafka is away, and is not ready meanwhile.
 */
public final class OutboxEngine {

    private static final String NAME = "outbox-engine";
    private static final int HEAP_MIB = 128;

    private final StateDirectory state;
    private final PostgresServer postgres;
    private final KafkaBroker kafka;

    /** An engine that is not started yet; both ends must have been bootstrapped before. */
    public OutboxEngine(StateDirectory state, PostgresServer postgres, KafkaBroker kafka) {
        this.state = state;
        this.postgres = postgres;
        this.kafka = kafka;
    }

    /**
     * How to start and stop it. The password goes through the environment, not the command line.
     */
    public ProcessSpec spec() {
        return spec(command());
    }

    /** The same for an engine that has much to do. */
    public ProcessSpec busySpec() {
        return spec(JavaProgram.busy(command()));
    }

    private List<String> command() {
        return JavaProgram.ofMain(
                OutboxEngineMain.class.getName(),
                HEAP_MIB,
                List.of(
                        state.data(NAME).toString(),
                        kafka.bootstrapServers(),
                        KafkaLogins.file(state).toString()));
    }

    private ProcessSpec spec(List<String> command) {
        Path data = state.data(NAME);
        ReadyFile ready = ReadyFile.in(data);
        return ProcessSpec.named(NAME, state)
                .command(command)
                .environment("MEDEVAC_OUTBOX_HOST", "127.0.0.1")
                .environment("MEDEVAC_OUTBOX_PORT", Integer.toString(postgres.port()))
                .environment("MEDEVAC_OUTBOX_PASSWORD", postgres.passwords().of("outbox_relay"))
                .preparation(() -> Files.deleteIfExists(ready.file()))
                .readiness(Readiness.file(ready.file()))
                .build();
    }
}
