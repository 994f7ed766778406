package io.medevac.backing.kafka;

import io.medevac.backing.process.JavaProgram;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One Kafka broker (KRaft, broker and controller in one process) on loopback. Formats its folder on
 * the first start and keeps the records over restarts and crashes. Topics are never made by
 * accident, see {@link Topics}; who has not logged in or is not in {@link Acls} may do nothing.
 */
public final class KafkaBroker {

    private static final String NAME = "kafka";
    private static final int HEAP_MIB = 192;

    private final Path data;
    private final StateDirectory state;
    private final int port;
    private final int controllerPort;
    private final KafkaLogins logins;

    /**
     * A broker that is not started yet.
     *
     * @param port where clients connect
     * @param controllerPort where the controller listens
     */
    public KafkaBroker(StateDirectory state, int port, int controllerPort) {
        this.state = state;
        this.data = state.data(NAME);
        this.port = port;
        this.controllerPort = controllerPort;
        this.logins = KafkaLogins.of(state);
    }

    /** How to start and stop it. */
    public ProcessSpec spec() {
        Path ready = data.resolve("ready");
        return ProcessSpec.named(NAME, state)
                .command(
                        JavaProgram.ofMain(
                                KafkaBrokerMain.class.getName(),
                                HEAP_MIB,
                                List.of(
                                        data.toString(),
                                        Integer.toString(port),
                                        Integer.toString(controllerPort),
                                        KafkaLogins.file(state).toString())))
                .preparation(() -> Files.deleteIfExists(ready))
                .readiness(Readiness.file(ready).and(Readiness.tcp(port)))
                .build();
    }

    /** Value for {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** How its clients log in. */
    public KafkaLogins logins() {
        return logins;
    }

    /** Properties of a client that logs in as the principal. */
    public Map<String, String> client(String principal) {
        Map<String, String> properties = new TreeMap<>(logins.clientProperties(principal));
        properties.put("bootstrap.servers", bootstrapServers());
        return properties;
    }

    /**
     * Gives it the topics and access rules that we ship; it must be ready.
     *
     * @param deadline for each request
     */
    public void setUp(Duration deadline) throws InterruptedException {
        BrokerSetup.apply(client(KafkaLogins.ADMIN), Topics.shipped(), Acls.shipped(), deadline);
    }
}
