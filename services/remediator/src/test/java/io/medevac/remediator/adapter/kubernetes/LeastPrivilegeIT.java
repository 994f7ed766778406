package io.medevac.remediator.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.remediator.kubernetes.ApiClients;
import io.medevac.remediator.kubernetes.RealNodes;
import io.medevac.testkit.CapturedLog;
import io.medevac.testkit.ShippedRole;
import io.medevac.testkit.ShippedRole.Permission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each permission of the shipped role is needed, and it is named when it is missing: a permission
 * that nothing fails without does not belong into the file.
 */
class LeastPrivilegeIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final ShippedRole ROLE = ShippedRole.of("remediator");
    private static final PodReader READER =
            new PodReader(Map.of("app.kubernetes.io/name", "slurmd"));

    private static KubernetesClient admin;
    private static RealNodes nodes;
    private static NodeView node;

    @BeforeAll
    static void makeANode() {
        admin = ApiClients.admin();
        nodes = new RealNodes(admin);
        node = NodeReader.view(nodes.create("least-privilege", Map.of(), false));
    }

    @AfterAll
    static void close() {
        nodes.close();
        admin.close();
    }

    static Stream<Permission> permissions() {
        return ROLE.permissions().stream();
    }

    @ParameterizedTest
    @MethodSource("permissions")
    void whatIsMissingIsNamed(Permission left) {
        try (KubernetesClient client = ApiClients.with(ROLE.tokenWithout(left));
                CapturedLog cacheLog = CapturedLog.of(NodeCache.class);
                CapturedLog watchLog = CapturedLog.of(PodWatches.class)) {
            Permissions permissions = new Permissions(client);
            Awaitility.await("readiness names " + left)
                    .atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(permissions.missing()).hasToString("[" + left + "]"));
            ClusterChanges changes = new ClusterChanges(null);
            NodeCache cache = new NodeCache(client, changes);
            PodWatches watches = new PodWatches(client, READER, changes, InstantSource.system());
            try {
                List<String> failures = useAll(client, cache, watches, pod(left));

                Awaitility.await("using it says: " + left.refusal())
                        .atMost(SOON)
                        .until(
                                () ->
                                        Stream.of(failures, cacheLog.lines(), watchLog.lines())
                                                .flatMap(List::stream)
                                                .anyMatch(left::isRefusedIn));
            } finally {
                watches.onStop(null);
                cache.stop();
            }
        }
    }

    /** One of its own, since a role that may evict does. */
    private static PodRef pod(Permission left) {
        String name = "without-" + left.verb() + "-" + left.resource().replace('/', '-');
        String uid = nodes.pod("default", name, node.name(), Map.of()).getMetadata().getUid();
        return new PodRef("default", name, uid);
    }

    /** Everything the service does in Kubernetes, and how it failed. */
    private static List<String> useAll(
            KubernetesClient client, NodeCache cache, PodWatches watches, PodRef pod) {
        List<String> failures = new ArrayList<>();
        cache.start();
        Fabric8ClusterView view = new Fabric8ClusterView(client, cache, READER, watches);
        read(failures, () -> view.node(node.name()));
        read(failures, () -> view.pods(node.name()));
        Fabric8NodeControl control = new Fabric8NodeControl(client, new KubernetesCalls(client));
        Mark.Signed mark = new Mark.Signed(UUID.randomUUID(), Instant.now(), false, Map.of());
        Stream.of(
                        new Effect.CordonAndTaint(node, mark),
                        new Effect.EvictPod(pod),
                        new Effect.DeletePod(
                                new PodRef(pod.namespace(), pod.name(), "another"), true))
                .forEach(effect -> failures.add(control.run(effect).detail()));
        return failures;
    }

    private static void read(List<String> failures, Runnable look) {
        try {
            look.run();
        } catch (KubernetesClientException e) {
            failures.add(e.getMessage());
        } catch (IllegalStateException e) {
            failures.add("not read: " + e.getMessage());
        }
    }
}
