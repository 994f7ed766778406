package io.medevac.slurmbridge.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.medevac.domain.slurm.NodeMapping.SlurmdPod;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.ShippedRole;
import io.medevac.testkit.ShippedRole.Permission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads from a real API server with the permissions that we ship. */
class Fabric8KubernetesViewIT {
    private static final String SELECTOR = "app.kubernetes.io/name=slurmd";
    private static final ControlPlane PLANE = ControlPlane.get();
    private static final ShippedRole ROLE = ShippedRole.of("slurm-bridge");

    @TempDir static Path folder;
    private static KubernetesClient client;
    private final Fabric8KubernetesView view = new Fabric8KubernetesView(client, SELECTOR);

    @BeforeAll
    static void makeNodesAndPods() throws IOException {
        client = clientOf(PLANE.token("slurm-bridge"));
        Path objects = folder.resolve("objects.yaml");
        Files.writeString(
                objects,
                """
                apiVersion: v1
                kind: Node
                metadata: {name: view-1}
                spec: {taints: [{key: medevac.io/quarantined, value: "the-incident", effect: NoSchedule}, {key: other, effect: NoSchedule}]}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: view-2}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: slurmd-plain, namespace: default, labels: {app.kubernetes.io/name: slurmd}}
                spec: {nodeName: view-1, containers: [{name: slurmd, image: "example.org/slurmd:1"}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: other, namespace: default, labels: {app.kubernetes.io/name: exporter}}
                spec: {nodeName: view-1, containers: [{name: other, image: "example.org/other:1"}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: slurmd-slinky, namespace: default, labels: {app.kubernetes.io/name: slurmd, nodeset.slinky.slurm.net/pod-hostname: worker-0}}
                spec: {nodeName: view-2, containers: [{name: slurmd, image: "example.org/slurmd:1"}]}
                """);
        PLANE.kubectl("apply", "--filename", objects.toString());
    }

    @AfterAll
    static void close() {
        client.close();
    }

    private static KubernetesClient clientOf(String token) {
        Config config =
                new ConfigBuilder()
                        .withMasterUrl(PLANE.url())
                        .withCaCertData(PLANE.certificateAuthority())
                        .withOauthToken(token)
                        .withAutoConfigure(false)
                        .withRequestRetryBackoffLimit(0)
                        .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Test
    void seesWhichIncidentQuarantinedANode() {
        assertThat(view.node("view-1").orElseThrow().quarantinedBy()).isEqualTo("the-incident");
        assertThat(view.node("view-1").orElseThrow().uid()).isNotBlank();
        assertThat(view.node("view-2").orElseThrow().quarantinedBy()).isNull();
        assertThat(view.node("view-3")).isEmpty();
    }

    @Test
    void seesTheSlurmdPodsOfANodeOnly() {
        assertThat(view.slurmdPods("view-1")).containsExactly(new SlurmdPod("slurmd-plain", null));
        assertThat(view.slurmdPods("view-2"))
                .containsExactly(new SlurmdPod("slurmd-slinky", "worker-0"));
        assertThat(view.slurmdPods("view-3")).isEmpty();
    }

    @Test
    void seesWhichNodesServeAllSlurmNodes() {
        assertThat(view.nodesBySlurmNode()).containsEntry("worker-0", Set.of("view-2"));
        assertThat(view.nodesBySlurmNode().values()).noneMatch(nodes -> nodes.contains("view-1"));
    }

    @Test
    void namesThePermissionThatIsMissing() {
        PLANE.kubectl("create", "serviceaccount", "nobody", "--namespace", ControlPlane.NAMESPACE);
        try (KubernetesClient nobody = clientOf(PLANE.token("nobody"))) {
            assertThatThrownBy(() -> new Fabric8KubernetesView(nobody, SELECTOR).node("view-1"))
                    .isInstanceOf(NoAnswer.class)
                    .hasMessageContaining("cannot get resource \"nodes\"");
        }
    }

    static Stream<Permission> permissions() {
        return ROLE.permissions().stream();
    }

    /** A permission that nothing fails without does not belong into the shipped role. */
    @ParameterizedTest
    @MethodSource("permissions")
    void eachPermissionOfTheShippedRoleIsNeededAndNamedWhenItIsMissing(Permission left) {
        try (KubernetesClient client = clientOf(ROLE.tokenWithout(left))) {
            Fabric8KubernetesView powerless = new Fabric8KubernetesView(client, SELECTOR);
            Awaitility.await("using it says: " + left.refusal())
                    .atMost(Duration.ofSeconds(30))
                    .until(
                            () ->
                                    Stream.of(
                                                    refusal(() -> powerless.node("view-1")),
                                                    refusal(() -> powerless.slurmdPods("view-1")))
                                            .filter(text -> !text.isEmpty())
                                            .toList(),
                            refusals ->
                                    refusals.size() == 1 && left.isRefusedIn(refusals.getFirst()));
        }
    }

    private static String refusal(Runnable look) {
        try {
            look.run();
            return "";
        } catch (NoAnswer e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void givesNoAnswerForAnApiServerThatIsNotThere() {
        Config nowhere =
                new ConfigBuilder()
                        .withMasterUrl("https://127.0.0.1:1")
                        .withAutoConfigure(false)
                        .withRequestRetryBackoffLimit(0)
                        .build();
        try (KubernetesClient dead = new KubernetesClientBuilder().withConfig(nowhere).build()) {
            assertThatThrownBy(() -> new Fabric8KubernetesView(dead, SELECTOR).slurmdPods("view-1"))
                    .isInstanceOf(NoAnswer.class);
        }
    }
}
