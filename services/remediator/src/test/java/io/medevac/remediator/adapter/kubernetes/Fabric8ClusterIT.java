package io.medevac.remediator.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.remediator.adapter.kubernetes.Permissions.Permission;
import io.medevac.remediator.contract.ClusterContract;
import io.medevac.remediator.kubernetes.ApiClients;
import io.medevac.remediator.kubernetes.RealNodes;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.NodeControl;
import io.medevac.remediator.port.ReplacementProvider;
import io.medevac.testkit.ControlPlane;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The adapters on a real API server, with the rights of the shipped ClusterRole. */
class Fabric8ClusterIT extends ClusterContract {
    private static KubernetesClient admin;
    private static KubernetesClient client;
    private static RealNodes nodes;
    private static NodeCache cache;
    private static PodWatches watches;
    private static Fabric8ClusterView view;
    private static Fabric8NodeControl control;
    private static WarmSparePool spares;

    @BeforeAll
    static void connect() {
        admin = ApiClients.admin();
        client = ApiClients.remediator();
        nodes = new RealNodes(admin);
        ClusterChanges changes = new ClusterChanges(null);
        PodReader reader = new PodReader(Map.of("app.kubernetes.io/name", "slurmd"));
        cache = new NodeCache(client, changes);
        cache.start();
        watches = new PodWatches(client, reader, changes, InstantSource.system());
        KubernetesCalls calls = new KubernetesCalls(client);
        view = new Fabric8ClusterView(client, cache, reader, watches);
        control = new Fabric8NodeControl(client, calls);
        spares = new WarmSparePool(client, cache, calls);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(cache::synced);
    }

    @AfterAll
    static void close() {
        watches.onStop(null);
        cache.stop();
        nodes.close();
        client.close();
        admin.close();
    }

    @Override
    protected ClusterView view() {
        return view;
    }

    @Override
    protected NodeControl control() {
        return control;
    }

    @Override
    protected ReplacementProvider provider() {
        return spares;
    }

    @Override
    protected void node(String name, Map<String, String> labels, boolean cordoned) {
        nodes.create(name, labels, cordoned);
    }

    @Override
    protected void label(String node, String key, String value) {
        merge(node, "{\"metadata\":{\"labels\":{\"%s\":\"%s\"}}}".formatted(key, value));
    }

    @Override
    protected void uncordon(String node) {
        merge(node, "{\"spec\":{\"unschedulable\":false}}");
    }

    /** Whatever else is being written to the node at the moment. */
    private static void merge(String node, String patch) {
        admin.nodes().withName(node).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    @Override
    protected void delete(String node) {
        admin.nodes().withName(node).delete();
    }

    @Override
    protected PodRef pod(String name, String node) {
        String full = name + "-" + node;
        Pod pod = nodes.pod("default", full, node, Map.of("test", full));
        return new PodRef("default", full, pod.getMetadata().getUid());
    }

    @Override
    protected void endTerminating(PodRef pod) {
        nodes.end(pod.namespace(), pod.name());
    }

    @Override
    protected void guard(PodRef pod, boolean on) {
        if (on) {
            nodes.budget(pod.namespace(), pod.name(), Map.of("test", pod.name()), 1);
        } else {
            nodes.removeBudget(pod.namespace(), pod.name());
        }
    }

    @Test
    void slurmdMirrorDaemonSetAndEndedPodsAreTold() {
        String node = "kinds-" + run;
        node(node, Map.of(), false);
        nodes.pod("default", "slurmd-" + run, node, Map.of("app.kubernetes.io/name", "slurmd"));
        nodes.pod("default", "plain-" + run, node, Map.of("app.kubernetes.io/name", "other"));

        assertThat(view.pods(node))
                .extracting(PodView::kind)
                .containsExactlyInAnyOrder(PodKind.SLURMD, PodKind.EVICTABLE);
    }

    @Test
    void twoBudgetsOnOnePodBlockAndSaySo() {
        String node = "two-" + run;
        node(node, Map.of(), false);
        PodRef pod = pod("p", node);
        guard(pod, true);
        nodes.budget("default", "second-" + run, Map.of("test", pod.name()), 1);

        Attempt attempt = control.run(new Effect.EvictPod(pod));

        assertThat(attempt.result()).isEqualTo(Attempt.Result.BLOCKED);
        assertThat(attempt.detail()).contains("more than one PodDisruptionBudget");
    }

    @Test
    void anotherLifesUidDoesNotUseUpTheBudget() {
        String node = "uid-" + run;
        node(node, Map.of(), false);
        PodRef pod = pod("p", node);
        nodes.budget("default", "none-" + run, Map.of("test", pod.name()), 1);
        nodes.removeBudget("default", "none-" + run);

        control.run(new Effect.EvictPod(new PodRef("default", pod.name(), "another")));

        assertThat(control.run(new Effect.EvictPod(pod)).result()).isEqualTo(Attempt.Result.DONE);
    }

    @Test
    void aMissingPermissionIsNamed() {
        String account = "nobody-" + run;
        admin.serviceAccounts()
                .inNamespace("medevac")
                .resource(
                        new io.fabric8.kubernetes.api.model.ServiceAccountBuilder()
                                .withNewMetadata()
                                .withName(account)
                                .endMetadata()
                                .build())
                .create();
        String node = "forbidden-" + run;
        node(node, Map.of(), false);
        String token = ControlPlane.get().token(account);
        try (KubernetesClient nobody = ApiClients.with(token)) {
            Fabric8NodeControl powerless =
                    new Fabric8NodeControl(nobody, new KubernetesCalls(nobody));

            Attempt attempt =
                    powerless.run(
                            new Effect.CordonAndTaint(
                                    view.node(node).orElseThrow(),
                                    new Mark.Signed(
                                            UUID.randomUUID(), Instant.now(), false, Map.of())));

            assertThat(attempt.result()).isEqualTo(Attempt.Result.FORBIDDEN);
            assertThat(attempt.detail()).contains("cannot patch resource \"nodes\"");
            assertThat(new Permissions(nobody).missing())
                    .containsExactlyElementsOf(Permissions.NEEDED);
        }
    }

    @Test
    void theShippedRoleHasAllThatIsNeededAndNoMore() {
        assertThat(new Permissions(client).missing()).isEmpty();
        Set<Permission> shipped =
                admin.rbac().clusterRoles().withName("medevac-remediator").get().getRules().stream()
                        .flatMap(
                                rule ->
                                        rule.getResources().stream()
                                                .flatMap(
                                                        resource ->
                                                                rule.getVerbs().stream()
                                                                        .map(
                                                                                verb ->
                                                                                        new Permission(
                                                                                                verb,
                                                                                                resource))))
                        .collect(java.util.stream.Collectors.toSet());
        assertThat(shipped).containsExactlyInAnyOrderElementsOf(Permissions.NEEDED);
    }
}
