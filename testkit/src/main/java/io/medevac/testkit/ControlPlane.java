package io.medevac.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real Kubernetes control plane on loopback, without nodes: nodes and pods are objects that the
 * test makes. Started once for a test JVM, ended with it. Everything in {@code k8s/rbac/} is
 * applied, so that a test can hold exactly the permissions that we ship.
 */
public final class ControlPlane {

    /** Where our ServiceAccounts live. */
    public static final String NAMESPACE = "medevac";

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration CALL = Duration.ofSeconds(30);
    private static final Pattern KUBECONFIG = Pattern.compile("export KUBECONFIG=(\\S+)");
    private static final Pattern PATH = Pattern.compile("export PATH=([^:;\\s]+)");

    private final Path kubeconfig;
    private final Path programs;
    private final Path folder;

    private ControlPlane(Path folder, String environment) {
        this.kubeconfig = Path.of(first(KUBECONFIG, environment));
        this.programs = Path.of(first(PATH, environment));
        this.folder = folder;
    }

    /** The one of this JVM. */
    public static ControlPlane get() {
        return Holder.INSTANCE;
    }

    /** Kubeconfig of somebody who may do everything. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    /** Address of the API server. */
    public String url() {
        return first(Pattern.compile("server: \"?([^\",}\\s]+)"), read(kubeconfig));
    }

    /** Certificate of its authority, base64 of PEM. */
    public String certificateAuthority() {
        return first(
                Pattern.compile("certificate-authority-data: \"?([^\",}\\s]+)"), read(kubeconfig));
    }

    /**
     * A token of a ServiceAccount of {@code k8s/rbac/}.
     *
     * @param account its name, in the namespace {@code medevac}
     */
    public String token(String account) {
        return kubectl("create", "token", account, "--namespace", NAMESPACE, "--duration", "24h")
                .strip();
    }

    /** Kubeconfig with a token of a ServiceAccount. */
    public Path kubeconfigOf(String account) {
        String text =
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: test, cluster: {server: "%s", certificate-authority-data: "%s"}}]
                users: [{name: test, user: {token: "%s"}}]
                contexts: [{name: test, context: {cluster: test, user: test, namespace: %s}}]
                current-context: test
                """
                        .formatted(url(), certificateAuthority(), token(account), NAMESPACE);
        try {
            Path accounts = Files.createDirectories(folder.resolve("accounts"));
            return Files.writeString(accounts.resolve(account + ".kubeconfig"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What kubectl writes, run as somebody who may do everything.
     *
     * @throws IllegalStateException when it fails
     */
    public String kubectl(String... arguments) {
        List<String> words = new ArrayList<>(List.of(programs.resolve("kubectl").toString()));
        words.addAll(List.of(arguments));
        return Command.run(Map.of("KUBECONFIG", kubeconfig.toString()), CALL, words);
    }

    /** Applies the permissions as they are in the source tree now. */
    public void applyPermissions() {
        Path permissions = Repository.root().resolve("k8s").resolve("rbac");
        if (Files.isDirectory(permissions)) {
            kubectl("apply", "--filename", permissions.toString());
        }
    }

    /**
     * Ends the API server as a power cut does, and starts it again. It knows no change from before
     * its start: whoever watches on from where it was is told {@code 410 Gone}.
     */
    public void restartApiServer() {
        String pid = read(folder.resolve("run/lab/kube-apiserver.pid")).strip();
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(
                        server -> {
                            server.destroyForcibly();
                            server.onExit().orTimeout(CALL.toSeconds(), TimeUnit.SECONDS).join();
                        });
        Command.run(
                Map.of("LAB_DIR", folder.toString()),
                START,
                List.of(lab(), "control", "start", "--loopback"));
    }

    private static String lab() {
        return Repository.root().resolve("lab").resolve("lab").toString();
    }

    private void createNamespace() {
        String existing =
                kubectl("get", "namespace", NAMESPACE, "--ignore-not-found", "--output", "name");
        if (existing.isBlank()) {
            kubectl("create", "namespace", NAMESPACE);
        }
    }

    private static ControlPlane start() {
        Path folder = TestState.directory().root().resolve("kubernetes");
        Map<String, String> environment = Map.of("LAB_DIR", folder.toString());
        Command.run(environment, START, List.of(lab(), "control", "start", "--loopback"));
        ControlPlane plane =
                new ControlPlane(folder, Command.run(environment, CALL, List.of(lab(), "env")));
        plane.createNamespace();
        plane.applyPermissions();
        return plane;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException(pattern + " is not in: " + text);
        }
        return matcher.group(1);
    }

    private static final class Holder {
        private static final ControlPlane INSTANCE = start();
    }
}
