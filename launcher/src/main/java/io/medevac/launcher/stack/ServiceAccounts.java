package io.medevac.launcher.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.medevac.backing.secret.Passwords;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Gives each service the identity and the permissions that we ship for it, and nothing wider: its
 * kubeconfig holds a token of its ServiceAccount.
 */
final class ServiceAccounts {

    private static final String NAMESPACE = "medevac";
    private static final List<String> ACCOUNTS = List.of("detector", "remediator", "slurm-bridge");
    private static final String TOKEN_LIFE = "720h";
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration API_DEADLINE = Duration.ofSeconds(90);
    private static final YAMLMapper YAML = new YAMLMapper();

    private final Home home;
    private final Installation installation;
    private final Lab lab;

    ServiceAccounts(Home home, Installation installation, Lab lab) {
        this.home = home;
        this.installation = installation;
        this.lab = lab;
    }

    /** Where the kubeconfig of a service lies; for one without an account it is never written. */
    static Path kubeconfig(Home home, String service) {
        return home.secrets().resolve(service + ".kubeconfig");
    }

    /**
     * Waits for the API server, applies the shipped permissions and writes the kubeconfigs.
     *
     * @throws CommandFailure when the API server does not answer in time or refuses
     */
    void create() throws InterruptedException {
        awaitApi();
        applyNamespace();
        lab.client("kubectl", "apply", "-f", installation.rbac().toString()).output(DEADLINE);
        for (String account : ACCOUNTS) {
            String token =
                    lab.client(
                                    "kubectl",
                                    "create",
                                    "token",
                                    account,
                                    "--namespace",
                                    NAMESPACE,
                                    "--duration",
                                    TOKEN_LIFE)
                            .output(DEADLINE)
                            .strip();
            write(account, token);
        }
    }

    private void awaitApi() throws InterruptedException {
        Wait.until(
                "the API server is ready",
                API_DEADLINE,
                () -> Files.exists(lab.kubeconfig()) && isReady());
    }

    private boolean isReady() throws InterruptedException {
        return lab.client("kubectl", "get", "--raw", "/readyz").run(DEADLINE).exitCode() == 0;
    }

    private void applyNamespace() throws InterruptedException {
        ExternalCommand.Result made =
                lab.client("kubectl", "create", "namespace", NAMESPACE).run(DEADLINE);
        if (made.exitCode() != 0 && !made.errors().contains("AlreadyExists")) {
            throw new CommandFailure("namespace " + NAMESPACE + ": " + made.errors().strip());
        }
    }

    private void write(String account, String token) {
        try {
            JsonNode admin = YAML.readTree(lab.kubeconfig().toFile());
            JsonNode cluster = admin.required("clusters").required(0).required("cluster");
            String text =
                    """
                    apiVersion: v1
                    kind: Config
                    clusters:
                      - name: medevac
                        cluster: {server: "%s", certificate-authority-data: "%s"}
                    users:
                      - name: %s
                        user: {token: "%s"}
                    contexts:
                      - name: medevac
                        context: {cluster: medevac, user: %s, namespace: %s}
                    current-context: medevac
                    """
                            .formatted(
                                    cluster.required("server").textValue(),
                                    cluster.required("certificate-authority-data").textValue(),
                                    account,
                                    token,
                                    account,
                                    NAMESPACE);
            Passwords.writeSecret(kubeconfig(home, account), text);
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure(
                    "no kubeconfig for %s: %s".formatted(account, e.getMessage()), e);
        }
    }
}
