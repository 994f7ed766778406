package io.medevac.systemtests;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.medevac.events.GpuFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One whole stack (Kubernetes and Slurm on lab nodes, Kafka, PostgreSQL, registry, the four
 * services) for all system tests of a run, driven by the command line as a user would.
 */
final class LocalStack implements BeforeAllCallback, ParameterResolver {
    static final Duration UP = Duration.ofMinutes(3);
    static final Duration SOON = Duration.ofSeconds(20);
    static final Duration INCIDENT = Duration.ofMinutes(2);

    private static final Pattern EXPORT = Pattern.compile("export ([A-Z_]+)=(?:'([^']*)'|(\\S*))");

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

    private static Running stack(ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(LocalStack.class))
                .computeIfAbsent(Running.class, key -> Running.start(), Running.class);
    }

    /** The running stack. */
    static final class Running implements AutoCloseable {
        final Path root;
        final Map<String, String> environment;
        final KubernetesClient kubernetes;
        final EventLog events;
        private final Command command;
        private final Command medevac;

        private Running(Path root, Map<String, String> home, Command medevac) {
            this.root = root;
            this.medevac = medevac;
            this.environment = exports(medevac.run(SOON, root + "/medevac", "env"));
            environment.putAll(home);
            this.command = new Command(root, environment);
            this.kubernetes = client(Path.of(environment.get("KUBECONFIG")));
            this.events = new EventLog(environment);
        }

        static Running start() {
            Path root = Path.of("..").toAbsolutePath().normalize();
            Path home = root.resolve("system-tests/target/stack");
            Map<String, String> environment = Map.of("MEDEVAC_HOME", home.toString());
            Command medevac = new Command(root, environment);
            medevac.run(UP, root + "/medevac", "down");
            medevac.run(UP, root + "/medevac", "up", "--kill-wait", "30");
            return new Running(root, environment, medevac);
        }

        /** A command of ours. */
        Command.Answer medevac(String... words) {
            String[] all = new String[words.length + 1];
            all[0] = root + "/medevac";
            System.arraycopy(words, 0, all, 1, words.length);
            return command.ask(SOON, all);
        }

        /** A command of the system (scontrol, sbatch, …) with the environment of {@code env}. */
        String system(String... words) {
            return command.run(SOON, words);
        }

        /** Appends a line to the kernel log of a node, and nothing else. */
        void kernelLine(String node, String text) {
            Path log = state().resolve("nodes").resolve(node).resolve("kern.log");
            String line =
                    java.time.Instant.now() + " " + node + " kernel: [ 4711.000001] " + text + "\n";
            try {
                Files.writeString(log, line, java.nio.file.StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** An Xid line of a node's GPU, and the incident that it opened or joined. */
        UUID xid(String node, int code) {
            int before = events.all(GpuFault.class).size();
            kernelLine(
                    node,
                    "NVRM: Xid (PCI:0000:9b:00): "
                            + code
                            + ", pid='<unknown>', name=<unknown>, made by a system test");
            GpuFault fault =
                    events.await(
                            GpuFault.class,
                            SOON,
                            seen ->
                                    events.all(GpuFault.class).indexOf(seen) >= before
                                            && node.equals(seen.getHeader().getNode()));
            return fault.getHeader().getIncidentId();
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
        }

        private static KubernetesClient client(Path kubeconfig) {
            try {
                return new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig)))
                        .build();
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
