package io.medevac.testkit;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import io.medevac.backing.kafka.BrokerSettings;
import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.kafka.KafkaLogins;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.registry.SchemaRegistry;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.postgresql.Driver;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * Parts that are containers in a network of their own, made by Testcontainers; published at the
 * loopback ports that the processes would have. The outbox connector runs in a Kafka Connect
 * worker.
 */
final class Containers implements Parts {

    private static final String SMALL_JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m";
    private static final List<String> LISTENERS = List.of("INSIDE", "OUTSIDE", "CONTROLLER");
    private static final int PROBE_MILLIS = 2_000;

    private final StateDirectory state;
    private final KafkaBroker kafka;
    private final PostgresServer postgres;
    private final SchemaRegistry registry;
    private final List<Integer> ports;
    private final ContainerImages images = ContainerImages.ofThisRun();
    private final String network;

    private Containers(
            StateDirectory state,
            KafkaBroker kafka,
            PostgresServer postgres,
            SchemaRegistry registry,
            List<Integer> ports) {
        this.state = state;
        this.kafka = kafka;
        this.postgres = postgres;
        this.registry = registry;
        this.ports = ports;
        this.network = "medevac-" + ProcessHandle.current().pid();
    }

    /**
     * Containers that are not made yet.
     *
     * @param ports of this machine; the first is that of the broker, then the database is at 2, the
     *     registry at 3, Kafka Connect at 5
     */
    static Containers of(
            StateDirectory state,
            KafkaBroker kafka,
            PostgresServer postgres,
            SchemaRegistry registry,
            List<Integer> ports) {
        Containers containers = new Containers(state, kafka, postgres, registry, ports);
        containers.makeNetwork();
        return containers;
    }

    @Override
    public String description() {
        return "containers (%s)".formatted(images);
    }

    @Override
    public Part kafka() {
        return part("kafka", this::kafkaContainer, Containers.brokerAt(ports.get(0)));
    }

    @Override
    public Part postgres() {
        return part("postgres", this::postgresContainer, this::databaseAnswers);
    }

    @Override
    public Part registry() {
        return part(
                "registry",
                this::registryContainer,
                Readiness.http(URI.create(registry.url() + "/subjects")));
    }

    @Override
    public Part outbox() {
        ConnectWorker worker =
                new ConnectWorker(URI.create("http://127.0.0.1:%d/".formatted(ports.get(5))));
        return part("connect", this::connectContainer, worker::relays);
    }

    private GenericContainer<?> kafkaContainer(GenericContainer<?> container) {
        container.withEnv(variables("KAFKA_", BrokerSettings.common()));
        container.withEnv(variables("KAFKA_", BrokerSettings.security(kafka.logins(), LISTENERS)));
        return published(container, ports.get(0), 9092)
                .withEnv("KAFKA_NODE_ID", "1")
                .withEnv("KAFKA_PROCESS_ROLES", "broker,controller")
                .withEnv("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@localhost:9093")
                .withEnv("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER")
                .withEnv(
                        "KAFKA_LISTENERS",
                        "OUTSIDE://0.0.0.0:9092,INSIDE://0.0.0.0:19092,CONTROLLER://localhost:9093")
                .withEnv(
                        "KAFKA_ADVERTISED_LISTENERS",
                        "OUTSIDE://%s,INSIDE://kafka:19092".formatted(kafka.bootstrapServers()))
                .withEnv("KAFKA_LOG_DIRS", "/var/lib/kafka/data")
                .withEnv("KAFKA_HEAP_OPTS", SMALL_JVM);
    }

    private GenericContainer<?> postgresContainer(GenericContainer<?> container) {
        List<String> command = new ArrayList<>(List.of("postgres"));
        PostgresServer.commonSettings().forEach(setting -> command.addAll(List.of("-c", setting)));
        return published(container, ports.get(2), 5432)
                .withEnv("POSTGRES_PASSWORD", password(PostgresServer.SUPERUSER))
                .withEnv("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --no-locale")
                .withCommand(command.toArray(String[]::new));
    }

    private GenericContainer<?> registryContainer(GenericContainer<?> container) {
        return published(container, ports.get(3), 8080)
                .withEnv(SchemaRegistry.commonSettings("jdbc:postgresql://postgres:5432/registry"))
                .withEnv("APICURIO_DATASOURCE_PASSWORD", password("registry"))
                .withEnv("QUARKUS_HTTP_PORT", "8080")
                .withEnv("JAVA_OPTS_APPEND", SMALL_JVM);
    }

    private GenericContainer<?> connectContainer(GenericContainer<?> container) {
        Map<String, String> login = kafka.logins().clientProperties(KafkaLogins.ADMIN);
        return published(container, ports.get(5), 8083)
                // For what the worker keeps, what its task sends and the topics it looks for.
                .withEnv(variables("CONNECT_", login))
                .withEnv(variables("CONNECT_PRODUCER_", login))
                .withEnv(variables("CONNECT_ADMIN_", login))
                .withEnv(connectStorage())
                .withEnv("BOOTSTRAP_SERVERS", "kafka:19092")
                .withEnv("CONNECT_REST_ADVERTISED_HOST_NAME", "connect")
                .withEnv("CONNECT_PLUGIN_DISCOVERY", "service_load")
                .withEnv("CONNECT_OFFSET_FLUSH_INTERVAL_MS", "1000")
                // There is one worker: when it comes back, its task is its own at once.
                .withEnv("CONNECT_SESSION_TIMEOUT_MS", "6000")
                .withEnv("CONNECT_HEARTBEAT_INTERVAL_MS", "2000")
                .withEnv("CONNECT_SCHEDULED_REBALANCE_MAX_DELAY_MS", "0")
                .withEnv("CONNECT_CONFIG_PROVIDERS", "env")
                .withEnv(
                        "CONNECT_CONFIG_PROVIDERS_ENV_CLASS",
                        "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
                .withEnv("MEDEVAC_OUTBOX_HOST", "postgres")
                .withEnv("MEDEVAC_OUTBOX_PORT", "5432")
                .withEnv("MEDEVAC_OUTBOX_PASSWORD", password("outbox_relay"))
                .withEnv("HEAP_OPTS", SMALL_JVM);
    }

    /** As all images take settings: {@code some.name} is {@code PREFIX_SOME_NAME}. */
    private static Map<String, String> variables(String prefix, Map<String, String> settings) {
        return settings.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                setting ->
                                        prefix
                                                + setting.getKey()
                                                        .toUpperCase(Locale.ROOT)
                                                        .replace('.', '_'),
                                Map.Entry::getValue));
    }

    private static Map<String, String> connectStorage() {
        return Map.of(
                "GROUP_ID", "connect",
                "CONFIG_STORAGE_TOPIC", "connect-configs",
                "OFFSET_STORAGE_TOPIC", "connect-offsets",
                "STATUS_STORAGE_TOPIC", "connect-status",
                "CONNECT_CONFIG_STORAGE_REPLICATION_FACTOR", "1",
                "CONNECT_OFFSET_STORAGE_REPLICATION_FACTOR", "1",
                "CONNECT_OFFSET_STORAGE_PARTITIONS", "1",
                "CONNECT_STATUS_STORAGE_REPLICATION_FACTOR", "1",
                "CONNECT_STATUS_STORAGE_PARTITIONS", "1");
    }

    private Part part(
            String name, UnaryOperator<GenericContainer<?>> settings, Readiness readiness) {
        return new ContainerPart(
                network + "-" + name,
                () ->
                        settings.apply(
                                new GenericContainer<>(DockerImageName.parse(images.of(name)))
                                        .withImagePullPolicy(image -> false)
                                        .withStartupCheckStrategy(
                                                new IsRunningStartupCheckStrategy())
                                        .waitingFor(new NoWait())
                                        .withCreateContainerCmdModifier(cmd -> place(cmd, name))),
                readiness,
                state.log(name));
    }

    private void place(CreateContainerCmd command, String name) {
        command.withName(network + "-" + name)
                .withAliases(name)
                .withLabels(labels(command.getLabels()));
        if (command.getHostConfig() != null) {
            command.getHostConfig().withNetworkMode(network);
        }
    }

    private Map<String, String> labels(@org.jspecify.annotations.Nullable Map<String, String> of) {
        Map<String, String> labels = new java.util.HashMap<>(of == null ? Map.of() : of);
        labels.put("io.medevac.testkit", state.root().toString());
        return labels;
    }

    private static GenericContainer<?> published(
            GenericContainer<?> container, int port, int inside) {
        container.setPortBindings(List.of("127.0.0.1:%d:%d".formatted(port, inside)));
        return container;
    }

    private void makeNetwork() {
        DockerClient docker = DockerClientFactory.lazyClient();
        Path known = state.root().resolve("run").resolve("containers");
        synchronized (System.getProperties()) {
            try {
                if (!Files.exists(known)) {
                    docker.createNetworkCmd().withName(network).exec();
                    Files.createDirectories(known.getParent());
                    Files.writeString(known, network);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String password(String role) {
        return postgres.passwords().of(role);
    }

    private boolean databaseAnswers() throws IOException {
        Properties properties = new Properties();
        properties.put("user", PostgresServer.SUPERUSER);
        properties.put("password", password(PostgresServer.SUPERUSER));
        properties.put("connectTimeout", "2");
        properties.put("socketTimeout", "2");
        try {
            new Driver().connect(postgres.jdbcUrl("postgres"), properties).close();
            return true;
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /**
     * The engine accepts connections before the broker does, so it must answer: ApiVersions, v0.
     */
    private static Readiness brokerAt(int port) {
        return () -> {
            try (Socket socket = new Socket()) {
                socket.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        PROBE_MILLIS);
                socket.setSoTimeout(PROBE_MILLIS);
                DataOutputStream request = new DataOutputStream(socket.getOutputStream());
                request.writeInt(10);
                request.writeShort(18);
                request.writeShort(0);
                request.writeInt(1);
                request.writeShort(-1);
                request.flush();
                return new DataInputStream(socket.getInputStream()).readInt() > 0;
            }
        };
    }

    /** Whoever starts a part waits for it, so that several start beside each other. */
    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {}
    }
}
