package io.medevac.domain.detection.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.fault.RecommendedAction;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OtherRemediatorsTest {
    private static final String MEDIK8S = "remediation.medik8s.io";
    private static final String CLUSTER_API = "cluster.x-k8s.io";

    @Test
    void everyNodeInFlightIsInOtherHands() {
        Map<String, @Nullable Instant> inFlight = new HashMap<>();
        inFlight.put("n2", null);
        inFlight.put("n1", Instant.EPOCH);

        assertThat(
                        OtherRemediators.of(
                                new RemediationObject(
                                        MEDIK8S,
                                        "NodeHealthCheck",
                                        "nhc",
                                        null,
                                        inFlight,
                                        List.of(),
                                        Set.of())))
                .extracting(Finding::node)
                .containsExactly("n1", "n2");
    }

    @Test
    void aRemediationIsNamedAfterItsNode() {
        assertThat(OtherRemediators.of(object(MEDIK8S, "SelfNodeRemediation", "n3")))
                .extracting(Finding::node)
                .containsExactly("n3");
        assertThat(OtherRemediators.isRemediation(MEDIK8S, "SelfNodeRemediationTemplate"))
                .isFalse();
        assertThat(OtherRemediators.isRemediation("", "Machine")).isFalse();
    }

    @Test
    void aMachineIsInOtherHandsOnlyWhenItIsToBeRepaired() {
        assertThat(
                        OtherRemediators.of(
                                object(CLUSTER_API, "Machine", "md-0", "OwnerRemediated", "False")))
                .extracting(finding -> finding.fault().kind(), finding -> finding.fault().action())
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(
                                "OTHER_REMEDIATOR", RecommendedAction.NONE));
        assertThat(
                        OtherRemediators.of(
                                object(
                                        CLUSTER_API,
                                        "Machine",
                                        "md-0",
                                        "HealthCheckSucceeded",
                                        "True")))
                .isEmpty();
    }

    @Test
    void aGuardIsNoFault() {
        assertThat(
                        OtherRemediators.of(
                                object(
                                        CLUSTER_API,
                                        "MachineHealthCheck",
                                        "mhc",
                                        "RemediationAllowed",
                                        "False")))
                .extracting(finding -> finding.fault().kind())
                .containsExactly("REPAIR_BLOCKED");
    }

    private static RemediationObject object(String group, String kind, String name) {
        return new RemediationObject(group, kind, name, null, Map.of(), List.of(), Set.of());
    }

    private static RemediationObject object(
            String group, String kind, String name, String condition, String status) {
        return new RemediationObject(
                group,
                kind,
                name,
                "n1",
                Map.of(),
                List.of(new NodeCondition(condition, status, "r", "m", null)),
                Set.of());
    }
}
