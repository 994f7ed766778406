package io.medevac.remediator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real control plane (etcd, API server, controller manager, scheduler) on loopback, and the token
 * of the ServiceAccount that is shipped in {@code k8s/rbac}. One for the whole test run: it is
 * started by the first who asks and stopped with the JVM.
 */
public final class ControlPlane implements QuarkusTestResourceLifecycleManager {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final long SECONDS_TO_START = 120;
    private static final long SECONDS_OF_A_TOKEN = 7200;

    private static ControlPlane started;

    private Config admin;
    private String token;

    /** For Quarkus, which makes its own; all of them share one control plane. */
    public ControlPlane() {}

    /** The one control plane. */
    public static synchronized ControlPlane get() {
        if (started == null) {
            ControlPlane plane = new ControlPlane();
            plane.launch();
            started = plane;
        }
        return started;
    }

    @Override
    public Map<String, String> start() {
        ControlPlane plane = get();
        return Map.of(
                "quarkus.kubernetes-client.api-server-url", plane.admin.getMasterUrl(),
                "quarkus.kubernetes-client.ca-cert-data", plane.admin.getCaCertData(),
                "quarkus.kubernetes-client.token", plane.token);
    }

    @Override
    public void stop() {
        // Stopped with the JVM: several test classes share it.
    }

    /** A client that may do everything. */
    public KubernetesClient admin() {
        return new KubernetesClientBuilder().withConfig(admin).build();
    }

    /** A client that may do what the remediator may. */
    public KubernetesClient remediator() {
        return as(token);
    }

    /** A client with that token, set up as the service sets up its own. */
    public KubernetesClient as(String bearer) {
        return new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder()
                                .withMasterUrl(admin.getMasterUrl())
                                .withCaCertData(admin.getCaCertData())
                                .withOauthToken(bearer)
                                .withRequestRetryBackoffLimit(0)
                                .withAutoConfigure(false)
                                .build())
                .build();
    }

    /** A token of a ServiceAccount. */
    public static String token(KubernetesClient admin, String namespace, String account) {
        TokenRequest request =
                new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(SECONDS_OF_A_TOKEN)
                        .endSpec()
                        .build();
        return admin.serviceAccounts()
                .inNamespace(namespace)
                .withName(account)
                .tokenRequest(request)
                .getStatus()
                .getToken();
    }

    private void launch() {
        try {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            Path dir = Files.createTempDirectory(target, "control-plane-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> lab(dir, "stop")));
            lab(dir, "start");
            admin = Config.fromKubeconfig(dir.resolve("kubeconfig").toFile());
            admin.setRequestRetryBackoffLimit(0);
            try (KubernetesClient client = admin()) {
                client.namespaces()
                        .resource(
                                new NamespaceBuilder()
                                        .withNewMetadata()
                                        .withName("medevac")
                                        .endMetadata()
                                        .build())
                        .serverSideApply();
                try (InputStream rbac =
                        Files.newInputStream(ROOT.resolve("k8s/rbac/remediator.yaml"))) {
                    for (HasMetadata object : client.load(rbac).items()) {
                        client.resource(object).serverSideApply();
                    }
                }
                token = token(client, "medevac", "remediator");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void lab(Path dir, String act) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(
                                    ROOT.resolve("lab/lab").toString(),
                                    "control",
                                    act,
                                    "--loopback")
                            .redirectErrorStream(true)
                            .redirectOutput(dir.resolve("lab-" + act + ".log").toFile());
            builder.environment().put("LAB_DIR", dir.toString());
            Process process = builder.start();
            if (!process.waitFor(SECONDS_TO_START, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroy();
                throw new IllegalStateException(
                        "control plane: "
                                + act
                                + " failed, see "
                                + dir.resolve("lab-" + act + ".log"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
