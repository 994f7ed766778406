package io.medevac.detector.adapter.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.FaultScope;
import io.medevac.events.GpuFault;
import io.medevac.events.Machine;
import io.medevac.events.RecommendedAction;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The service as it runs, under the permissions that we ship: from a page of an exporter, whose pod
 * Kubernetes shows, to the events on Kafka.
 */
@QuarkusTest
@TestProfile(DcgmToFaultIT.Discovering.class)
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "detector"))
class DcgmToFaultIT {
    private static final String FAULTS = "medevac.faults.v1";
    private static final String METRICS = "metrics";
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final ExporterPages pages = new ExporterPages();
    private final String node = "gpu-" + UUID.randomUUID().toString().substring(0, 8);

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    private EventTopics topics;

    /** Looks for pods, and looks often. */
    public static final class Discovering implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "medevac.detector.dcgm.discover", "true",
                    "medevac.detector.dcgm.interval", "1s",
                    "medevac.detector.dcgm.timeout", "1s",
                    "medevac.detector.dcgm.blind-after", "3s");
        }
    }

    @BeforeEach
    void connect() {
        topics = new EventTopics(brokers, registry);
    }

    @AfterEach
    void end() {
        pages.close();
    }

    @Test
    void anEdgeBecomesAFaultOfTheNodesBootAndSilenceAWarning() throws IOException {
        pages.show(METRICS, ExporterPages.page(node, 0));
        String uid = createNode();
        createExporter();
        looked();

        pages.show(METRICS, ExporterPages.page(node, 79));
        GpuFault lost = await("XID");
        pages.show(METRICS, ExporterPages.page(node, 0));
        looked();
        pages.show(METRICS, ExporterPages.page(node, 79));
        looked();
        pages.silence(METRICS);
        GpuFault blind = await("BLIND");

        assertThat(faults()).hasSize(2);
        assertThat(lost.getMachine()).isEqualTo(new Machine(uid, "boot-1"));
        assertThat(lost.getFault().getCode()).isEqualTo(79);
        assertThat(lost.getFault().getGpu().getIndex()).isEqualTo(5);
        assertThat(lost.getFault().getAction()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(lost.getOpensIncident()).isTrue();
        assertThat(blind.getScope()).isEqualTo(FaultScope.MONITORING);
        assertThat(blind.getFault().getAction()).isEqualTo(RecommendedAction.NONE);
        assertThat(blind.getHeader().getIncidentId()).isEqualTo(lost.getHeader().getIncidentId());
    }

    private void looked() {
        int before = pages.asked(METRICS);
        Awaitility.await().atMost(DEADLINE).until(() -> pages.asked(METRICS) >= before + 3);
    }

    private GpuFault await(String kind) {
        return topics.await(
                FAULTS,
                GpuFault.class,
                DEADLINE,
                fault -> isOfThisNode(fault) && fault.getFault().getKind().equals(kind));
    }

    private List<GpuFault> faults() {
        return topics.all(FAULTS, GpuFault.class).stream().filter(this::isOfThisNode).toList();
    }

    private boolean isOfThisNode(GpuFault fault) {
        return fault.getHeader().getNode().equals(node);
    }

    private String createNode() throws IOException {
        create("apiVersion: v1\nkind: Node\nmetadata: {name: " + node + "}\n");
        status(
                "node",
                "{\"status\":{\"nodeInfo\":{\"bootID\":\"boot-1\",\"machineID\":\"\","
                        + "\"systemUUID\":\"\",\"kernelVersion\":\"\",\"osImage\":\"\","
                        + "\"containerRuntimeVersion\":\"\",\"kubeletVersion\":\"\","
                        + "\"kubeProxyVersion\":\"\",\"operatingSystem\":\"linux\","
                        + "\"architecture\":\"amd64\"}}}");
        return ControlPlane.get()
                .kubectl("get", "node", node, "--output", "jsonpath={.metadata.uid}")
                .strip();
    }

    private void createExporter() throws IOException {
        create(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  namespace: default
                  labels: {app.kubernetes.io/name: dcgm-exporter}
                spec:
                  nodeName: %s
                  automountServiceAccountToken: false
                  tolerations: [{operator: Exists}]
                  containers:
                    - name: exporter
                      image: none
                      ports: [{name: metrics, containerPort: %d}]
                """
                        .formatted(node, node, pages.of(METRICS).getPort()));
        status(
                "pod",
                "{\"status\":{\"phase\":\"Running\",\"podIP\":\"127.0.0.1\","
                        + "\"podIPs\":[{\"ip\":\"127.0.0.1\"}]}}");
    }

    private void status(String kind, String patch) {
        ControlPlane.get()
                .kubectl(
                        "patch",
                        kind,
                        node,
                        "--subresource=status",
                        "--type=merge",
                        "--patch",
                        patch);
    }

    private static void create(String manifest) throws IOException {
        Path file = Files.createTempFile("manifest", ".yaml");
        Files.writeString(file, manifest);
        ControlPlane.get().kubectl("create", "--filename", file.toString());
    }
}
