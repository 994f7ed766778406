package io.medevac.systemtests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.medevac.events.GpuFault;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One whole stack (Kubernetes and Slurm on lab nodes, Kafka, PostgreSQL, registry, the four
 * services) for all tests of a class, driven by the command line as a user would.
 */
final class LocalStack implements BeforeAllCallback, ParameterResolver {
    /** The first start also builds what has changed since the last one. */
    static final Duration UP = Duration.ofMinutes(10);

    /** Room for more than any run writes. */
    private static final int DISK_MIB = 1024;

    static final Duration SOON = Duration.ofSeconds(20);

    /** One command, while anything else may be dead, paused or starting again. */
    static final Duration COMMAND = Duration.ofMinutes(1);

    static final Duration INCIDENT = Duration.ofMinutes(2);

    private static final Pattern EXPORT = Pattern.compile("export ([A-Z_]+)=(?:'([^']*)'|(\\S*))");

    private final Map<String, String> environment;
    private final List<String> options;
    private final List<String> ownDisks;

    /** For a story of one incident, with the grace that a checkpoint needs there. */
    LocalStack() {
        this(Map.of(), List.of("--kill-wait", "30"), List.of());
    }

    /**
     * Another one.
     *
     * @param environment of the command that starts it, and so of all its processes
     * @param options of {@code medevac up}
     * @param ownDisks the processes that keep their data on small disks of their own
     */
    LocalStack(Map<String, String> environment, List<String> options, List<String> ownDisks) {
        this.environment = environment;
        this.options = options;
        this.ownDisks = ownDisks;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        stack(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Running.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return stack(context);
    }

    private Running stack(ExtensionContext context) {
        return context.getStore(Namespace.create(LocalStack.class))
                .computeIfAbsent(
                        Running.class,
                        key -> Running.start(environment, options, ownDisks),
                        Running.class);
    }

    /** Properties that the stack has written: of a client of Kafka, of its passwords. */
    static Properties properties(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The running stack. */
    static final class Running implements AutoCloseable {
        final Path root;
        final Map<String, String> environment;
        final KubernetesClient kubernetes;
        final EventLog events;
        final List<SmallDisk> disks;
        private final Command command;
        private final Command medevac;
        private final Command lab;

        private Running(
                Path root, Map<String, String> home, Command medevac, List<SmallDisk> disks) {
            this.disks = disks;
            this.root = root;
            this.medevac = medevac;
            this.environment = exports(medevac.run(COMMAND, root + "/medevac", "env"));
            environment.putAll(home);
            this.command = new Command(root, environment);
            this.lab = new Command(root, Map.of("LAB_DIR", environment.get("MEDEVAC_STATE")));
            this.kubernetes = client(Path.of(environment.get("KUBECONFIG")));
            this.events = new EventLog(environment);
        }

        static Running start(
                Map<String, String> started, List<String> options, List<String> ownDisks) {
            Path root = Path.of("..").toAbsolutePath().normalize();
            Path home = root.resolve("system-tests/target/stack");
            Map<String, String> environment = Map.of("MEDEVAC_HOME", home.toString());
            Command medevac = new Command(root, environment);
            medevac.run(UP, root + "/medevac", "down");
            SmallDisk.removeBelow(home);
            // What an earlier run has written would be the story's past.
            medevac.run(COMMAND, "rm", "-rf", home.toString());
            List<SmallDisk> disks =
                    ownDisks.stream()
                            .map(process -> home.resolve("state/data").resolve(process))
                            .map(data -> SmallDisk.at(data, DISK_MIB))
                            .toList();
            Map<String, String> all = new HashMap<>(environment);
            all.putAll(started);
            List<String> up = new ArrayList<>(List.of(root + "/medevac", "up"));
            up.addAll(options);
            new Command(root, all).run(UP, up.toArray(String[]::new));
            return new Running(root, environment, medevac, disks);
        }

        /** A command of ours. */
        Command.Answer medevac(String... words) {
            String[] all = new String[words.length + 1];
            all[0] = root + "/medevac";
            System.arraycopy(words, 0, all, 1, words.length);
            return command.ask(COMMAND, all);
        }

        /** A command of the system (scontrol, sbatch, …) with the environment of {@code env}. */
        String system(String... words) {
            return command.run(COMMAND, words);
        }

        /** The same, however it ends. */
        Command.Answer ask(List<String> words) {
            return command.ask(COMMAND, words.toArray(String[]::new));
        }

        /** Appends a line to the kernel log of a node, and nothing else. */
        void kernelLine(String node, String text) {
            kernelLines(node, text, 1);
        }

        /** The same line so many times, in one write. */
        void kernelLines(String node, String text, int times) {
            Path log = state().resolve("nodes").resolve(node).resolve("kern.log");
            String line = Instant.now() + " " + node + " kernel: [ 4711.000001] " + text + "\n";
            try {
                Files.writeString(log, line.repeat(times), StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** An Xid line of a node's GPU, and the incident that it opened or joined. */
        UUID xid(String node, int code) {
            return xid(node, code, SOON);
        }

        /** The same, where it may take longer. */
        UUID xid(String node, int code, Duration deadline) {
            int before = events.all(GpuFault.class).size();
            kernelLine(
                    node,
                    "NVRM: Xid (PCI:0000:9b:00): "
                            + code
                            + ", pid='<unknown>', name=<unknown>, made by a system test");
            GpuFault fault =
                    events.await(
                            GpuFault.class,
                            deadline,
                            seen ->
                                    events.all(GpuFault.class).indexOf(seen) >= before
                                            && node.equals(seen.getHeader().getNode()));
            return fault.getHeader().getIncidentId();
        }

        /** Puts any bytes on a topic. */
        void produce(String topic, String key, byte[] value) {
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(
                            properties(state().resolve("secrets/kafka/admin.properties")),
                            new ByteArraySerializer(),
                            new ByteArraySerializer())) {
                producer.send(
                                new ProducerRecord<>(
                                        topic, key.getBytes(StandardCharsets.UTF_8), value))
                        .get();
            } catch (ExecutionException | InterruptedException e) {
                throw new AssertionError("not sent to " + topic, e);
            }
        }

        /** Reasons of the dead letters on a topic, waiting for the first. */
        String deadLetter(String topic) {
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(
                            properties(state().resolve("secrets/kafka/admin.properties")),
                            new ByteArrayDeserializer(),
                            new ByteArrayDeserializer())) {
                List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
                consumer.assign(partitions);
                consumer.seekToBeginning(partitions);
                StringBuilder reasons = new StringBuilder();
                Awaitility.await("dead letter on " + topic)
                        .atMost(SOON)
                        .until(
                                () -> {
                                    consumer.poll(Duration.ofMillis(200))
                                            .forEach(record -> reasons.append(reason(record)));
                                    return !reasons.isEmpty();
                                });
                return reasons.toString();
            }
        }

        private static String reason(ConsumerRecord<byte[], byte[]> record) {
            return new String(
                    record.headers().lastHeader("dead-letter-reason").value(),
                    StandardCharsets.UTF_8);
        }

        /** Process id of a part, as {@code status} tells it. */
        long pid(String process) {
            return status(process).path("pid").asLong();
        }

        /** Whether a part is ready, as {@code status} tells it. */
        boolean ready(String process) {
            return status(process).path("ready").asBoolean();
        }

        /** A command of the lab, which knows nothing of Medevac. */
        String lab(Duration deadline, String... words) {
            String[] all = new String[words.length + 1];
            all[0] = root + "/lab/lab";
            System.arraycopy(words, 0, all, 1, words.length);
            return lab.run(deadline, all);
        }

        private JsonNode status(String process) {
            for (String line : medevac("status", "--json").out().split("\\R", -1)) {
                JsonNode status = json(line);
                if (process.equals(status.path("process").asText())) {
                    return status;
                }
            }
            throw new AssertionError("status does not show " + process);
        }

        static JsonNode json(String text) {
            try {
                return new ObjectMapper().readTree(text.isBlank() ? "{}" : text);
            } catch (IOException e) {
                throw new AssertionError("no JSON: " + text, e);
            }
        }

        /** Port of a part, by its name in the settings of the stack. */
        int port(String part) {
            try {
                return json(Files.readString(state().resolve("stack.json")))
                        .path("ports")
                        .path(part)
                        .asInt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Path state() {
            return Path.of(environment.get("MEDEVAC_STATE"));
        }

        Node node(String name) {
            return kubernetes.nodes().withName(name).get();
        }

        @Override
        public void close() {
            events.close();
            kubernetes.close();
            medevac.run(UP, root + "/medevac", "down");
            SmallDisk.removeBelow(Path.of(environment.get("MEDEVAC_HOME")));
        }

        private static KubernetesClient client(Path kubeconfig) {
            try {
                Config config = Config.fromKubeconfig(Files.readString(kubeconfig));
                // Some tests make the control plane slow, for the services and not for themselves.
                config.setRequestTimeout((int) COMMAND.toMillis());
                return new KubernetesClientBuilder().withConfig(config).build();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Map<String, String> exports(String text) {
            return EXPORT.matcher(text)
                    .results()
                    .collect(
                            Collectors.toMap(
                                    match -> match.group(1),
                                    match ->
                                            match.group(2) == null
                                                    ? match.group(3)
                                                    : match.group(2)));
        }
    }
}
