package io.medevac.remediator.kubernetes;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Makes nodes and pods on a control plane without kubelets, and plays the kubelet. */
public final class RealNodes implements AutoCloseable {
    private static final int LEASE_SECONDS = 40;

    private final KubernetesClient admin;
    private final Set<String> alive = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor();

    /**
     * @param admin a client that may do everything
     */
    public RealNodes(KubernetesClient admin) {
        this.admin = admin;
        var unused = heart.scheduleWithFixedDelay(this::beat, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        heart.shutdownNow();
    }

    /** A kubelet that is not heard of for long is taken for dead by the controllers. */
    private void beat() {
        alive.forEach(this::renew);
    }

    private void renew(String node) {
        admin.leases()
                .inNamespace("kube-node-lease")
                .resource(
                        new LeaseBuilder()
                                .withNewMetadata()
                                .withName(node)
                                .endMetadata()
                                .withNewSpec()
                                .withHolderIdentity(node)
                                .withLeaseDurationSeconds(LEASE_SECONDS)
                                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                                .endSpec()
                                .build())
                .forceConflicts()
                .serverSideApply();
    }

    /** A ready node with eight GPUs; waits until the controllers have seen it. */
    public Node create(String name, Map<String, String> labels, boolean cordoned) {
        Map<String, Quantity> resources =
                Map.of(
                        "nvidia.com/gpu", new Quantity("8"),
                        "cpu", new Quantity("8"),
                        "memory", new Quantity("64Gi"),
                        "pods", new Quantity("110"));
        admin.nodes()
                .resource(
                        new NodeBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withLabels(labels)
                                .endMetadata()
                                .withNewSpec()
                                .withUnschedulable(cordoned)
                                .endSpec()
                                .withNewStatus()
                                .withCapacity(resources)
                                .withAllocatable(resources)
                                .addNewCondition()
                                .withType("Ready")
                                .withStatus("True")
                                .withReason("KubeletReady")
                                .withLastHeartbeatTime(java.time.Instant.now().toString())
                                .withLastTransitionTime(java.time.Instant.now().toString())
                                .endCondition()
                                .withNewNodeInfo()
                                .withBootID(UUID.randomUUID().toString())
                                .withArchitecture("amd64")
                                .withOperatingSystem("linux")
                                .withMachineID("m")
                                .withSystemUUID("s")
                                .withKernelVersion("6")
                                .withOsImage("o")
                                .withContainerRuntimeVersion("c")
                                .withKubeletVersion("v1")
                                .withKubeProxyVersion("v1")
                                .endNodeInfo()
                                .endStatus()
                                .build())
                .create();
        renew(name);
        alive.add(name);
        List<String> taints = cordoned ? List.of("node.kubernetes.io/unschedulable") : List.of();
        return Awaitility.await("taints of " + name)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> admin.nodes().withName(name).get(), node -> keys(node).equals(taints));
    }

    private static List<String> keys(Node node) {
        return node.getSpec().getTaints().stream().map(Taint::getKey).toList();
    }

    /** A pod that runs on the node. */
    public Pod pod(String namespace, String name, String node, Map<String, String> labels) {
        admin.pods()
                .inNamespace(namespace)
                .resource(
                        new PodBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withLabels(labels)
                                .endMetadata()
                                .withNewSpec()
                                .withNodeName(node)
                                .addNewContainer()
                                .withName("c")
                                .withImage("none")
                                .endContainer()
                                .endSpec()
                                .build())
                .create();
        return admin.pods()
                .inNamespace(namespace)
                .withName(name)
                .editStatus(
                        p ->
                                new PodBuilder(p)
                                        .editOrNewStatus()
                                        .withPhase("Running")
                                        .addNewCondition()
                                        .withType("Ready")
                                        .withStatus("True")
                                        .endCondition()
                                        .endStatus()
                                        .build());
    }

    /** The kubelet has ended the pod. */
    public void end(String namespace, String name) {
        admin.pods().inNamespace(namespace).withName(name).withGracePeriod(0).delete();
    }

    /** A budget that lets none of the pods go; waits until the controller has counted them. */
    public void budget(String namespace, String name, Map<String, String> labels, int pods) {
        admin.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(namespace)
                .resource(
                        new PodDisruptionBudgetBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .withNewSpec()
                                .withMinAvailable(new IntOrString(pods))
                                .withNewSelector()
                                .withMatchLabels(labels)
                                .endSelector()
                                .endSpec()
                                .build())
                .create();
        Awaitility.await("budget " + name)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () ->
                                admin.policy()
                                        .v1()
                                        .podDisruptionBudget()
                                        .inNamespace(namespace)
                                        .withName(name)
                                        .get(),
                        pdb ->
                                pdb.getStatus() != null
                                        && pdb.getStatus().getCurrentHealthy() != null
                                        && pdb.getStatus().getCurrentHealthy() == pods);
    }

    /** Takes the budget away. */
    public void removeBudget(String namespace, String name) {
        admin.policy().v1().podDisruptionBudget().inNamespace(namespace).withName(name).delete();
    }
}
