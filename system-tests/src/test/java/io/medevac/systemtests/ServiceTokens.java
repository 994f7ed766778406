package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.dsl.ServiceAccountResource;
import io.medevac.systemtests.LocalStack.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The tokens that the services show to the API server: made invalid, and given anew. */
final class ServiceTokens {
    /** Services with an account, and the name of each one's port. */
    private static final Map<String, String> ACCOUNTS =
            Map.of(
                    "detector", "DETECTOR",
                    "remediator", "REMEDIATOR",
                    "slurm-bridge", "SLURM_BRIDGE");

    private static final String NAMESPACE = "medevac";
    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(60);
    private static final String REFUSED = "Unauthorized";

    private final Running stack;
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicBoolean noticed = new AtomicBoolean();

    ServiceTokens(Running stack) {
        this.stack = stack;
    }

    /** No token is accepted any more; new ones come when each service has said what is wrong. */
    void expireUntilNoticed() {
        ACCOUNTS.keySet().forEach(this::expire);
        try {
            Awaitility.await("each service names its token")
                    .atMost(NOTICED_WITHIN)
                    .until(() -> ACCOUNTS.values().stream().allMatch(this::saysSo));
            noticed.set(true);
        } catch (ConditionTimeoutException e) {
            System.out.println(e.getMessage());
        } finally {
            ACCOUNTS.keySet().forEach(this::renew);
        }
    }

    /** Nothing has been tried as long as nobody was refused. */
    void assertNoticed() {
        assertThat(noticed).isTrue();
    }

    List<String> services() {
        return List.copyOf(ACCOUNTS.keySet());
    }

    /** A token is bound to the UID of its account, so another account of that name ends it. */
    private void expire(String account) {
        ServiceAccountResource accounts =
                stack.kubernetes.serviceAccounts().inNamespace(NAMESPACE).withName(account);
        ServiceAccount next =
                new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(account)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .build();
        accounts.delete();
        stack.kubernetes.resource(next).create();
    }

    private boolean saysSo(String port) {
        URI ready = URI.create("http://127.0.0.1:" + stack.port(port) + "/q/health/ready");
        try {
            return http.send(HttpRequest.newBuilder(ready).build(), BodyHandlers.ofString())
                    .body()
                    .contains(REFUSED);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** In one step, as a kubelet does it: nobody may read half a file. */
    private void renew(String account) {
        String token =
                stack.system("kubectl", "create", "token", account, "--namespace", NAMESPACE)
                        .strip();
        Path kubeconfig = stack.state().resolve("secrets").resolve(account + ".kubeconfig");
        try {
            Path next =
                    Files.createTempFile(
                            kubeconfig.getParent(),
                            account,
                            ".next",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            Files.writeString(
                    next,
                    Files.readString(kubeconfig)
                            .replaceFirst("token: \"[^\"]*\"", "token: \"" + token + "\""));
            Files.move(next, kubeconfig, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
