package io.medevac.detector.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.medevac.detector.adapter.dcgm.DcgmConfigs;
import io.medevac.detector.adapter.dcgm.ExporterPods;
import io.medevac.detector.config.DcgmConfig;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.fake.Configured;
import io.medevac.detector.fake.InMemoryNodeMemory;
import io.medevac.testkit.CapturedLog;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.ShippedRole;
import io.medevac.testkit.ShippedRole.Permission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each permission of the shipped role is needed, and it is named when it is missing: a permission
 * that nothing fails without does not belong into the file.
 */
class LeastPrivilegeIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final ShippedRole ROLE = ShippedRole.of("detector");
    private static final DetectorConfig CONFIG = Configured.with(Map.of());
    private static final DcgmConfig DISCOVERING = DcgmConfigs.of(Map.of("discover", "true"));

    static Stream<Permission> permissions() {
        return ROLE.permissions().stream();
    }

    @ParameterizedTest
    @MethodSource("permissions")
    void whatIsMissingIsNamed(Permission left) {
        try (KubernetesClient client = clientOf(ROLE.tokenWithout(left));
                CapturedLog ofNodes = CapturedLog.of(Fabric8NodeDirectory.class);
                CapturedLog ofOthers = CapturedLog.of(ObjectWatches.class);
                CapturedLog ofPods = CapturedLog.of(ExporterPods.class)) {
            ExporterPods pods = new ExporterPods(client, DISCOVERING);
            Fabric8NodeDirectory nodes =
                    new Fabric8NodeDirectory(
                            client, new InMemoryNodeMemory(), InstantSource.fixed(Instant.EPOCH));
            ObjectWatches watches =
                    new ObjectWatches(client, nodes, new ClusterReading().intake(), CONFIG);
            if (left.group().isEmpty()) {
                Awaitility.await("readiness names " + left)
                        .atMost(SOON)
                        .untilAsserted(
                                () ->
                                        assertThat(reason(client, nodes))
                                                .isEqualTo("missing permission: " + left));
            }

            nodes.start();
            watches.start();
            watches.lookForSlices();
            pods.start();
            try {
                Awaitility.await("using it says: " + left.refusal())
                        .atMost(SOON)
                        .until(
                                () ->
                                        Stream.of(ofNodes, ofOthers, ofPods)
                                                .flatMap(log -> log.lines().stream())
                                                .anyMatch(left::isRefusedIn));
            } finally {
                pods.stop();
                watches.stop();
                nodes.stop();
            }
        }
    }

    private static Object reason(KubernetesClient client, Fabric8NodeDirectory nodes) {
        return new KubernetesReadiness(client, nodes, InstantSource.system(), CONFIG, DISCOVERING)
                .call()
                .getData()
                .orElseThrow()
                .get("reason");
    }

    private static KubernetesClient clientOf(String token) {
        ControlPlane plane = ControlPlane.get();
        return new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder()
                                .withMasterUrl(plane.url())
                                .withCaCertData(plane.certificateAuthority())
                                .withOauthToken(token)
                                .withAutoConfigure(false)
                                .withRequestRetryBackoffLimit(0)
                                .build())
                .build();
    }
}
