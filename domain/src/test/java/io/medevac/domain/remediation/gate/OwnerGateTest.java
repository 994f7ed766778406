package io.medevac.domain.remediation.gate;

import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerGateTest {

    @Test
    void passesWhenNobodyElseIsAtWork() {
        assertThat(ask(faulty().taint("nvidia.com/gpu")).holds()).isFalse();
    }

    @Test
    void holdsWhenCordonedBySomebodyElse() {
        assertThat(ask(faulty().cordoned()).reason()).isEqualTo("ForeignCordon");
    }

    @Test
    void holdsWhenBeingDeleted() {
        assertThat(ask(faulty().deleting()).reason()).isEqualTo("BeingDeleted");
    }

    @Test
    void holdsWhenGone() {
        assertThat(gate(seen(null), Surroundings.NONE).reason()).isEqualTo("NodeGone");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ToBeDeletedByClusterAutoscaler",
                "karpenter.sh/disrupted",
                "karpenter.sh/disruption",
                "node.cluster.x-k8s.io/uninitialized",
                "node.cloudprovider.kubernetes.io/shutdown",
                "medik8s.io/remediation",
                "aws-node-termination-handler/spot-itn"
            })
    void holdsForTaintsOfOthers(String key) {
        assertThat(ask(faulty().taint(key)))
                .returns("ForeignMark", GateAnswer::reason)
                .returns("somebody else's taint " + key, GateAnswer::detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cluster.x-k8s.io/remediate-machine",
                "karpenter.sh/nodeclaim-termination-timestamp",
                "weave.works/kured-reboot-in-progress"
            })
    void holdsForAnnotationsOfOthers(String key) {
        assertThat(ask(faulty().annotation(key, "")).reason()).isEqualTo("ForeignMark");
    }

    @Test
    void holdsWhileTheDriverIsBeingUpgraded() {
        String label = "nvidia.com/gpu-driver-upgrade-state";
        assertThat(ask(faulty().label(label, "pod-restart-required")).holds()).isTrue();
        assertThat(ask(faulty().label(label, "upgrade-done")).holds()).isFalse();
    }

    @Test
    void holdsForMarksTheSiteNames() {
        RemediationPolicy policy =
                new RemediationPolicy(
                        Samples.ENFORCE.defaults(), Map.of(), List.of("example.com/maintenance"));
        GateAnswer answer =
                new OwnerGate()
                        .ask(
                                Samples.look(
                                        Samples.incident(),
                                        seen(faulty().taint("example.com/maintenance")),
                                        policy,
                                        Surroundings.NONE,
                                        Samples.T0));
        assertThat(answer.reason()).isEqualTo("ForeignMark");
    }

    @Test
    void holdsForAnotherIncidentsMarks() {
        assertThat(ask(faulty().quarantine(new UUID(7, 7))).reason()).isEqualTo("OtherIncident");
        assertThat(ask(faulty().taint(Taint.quarantine("x"))).reason()).isEqualTo("OtherIncident");
        assertThat(ask(faulty().claim(new UUID(7, 7))).reason()).isEqualTo("OtherIncident");
    }

    @Test
    void holdsForAMarkThatCannotBeRead() {
        assertThat(ask(faulty().quarantineMark(new Mark.Unreadable("no JSON"))))
                .returns("UnreadableMark", GateAnswer::reason)
                .returns(
                        WellKnown.QUARANTINE_ANNOTATION + " cannot be read: no JSON",
                        GateAnswer::detail);
    }

    @Test
    void holdsWhileAnotherIncidentIsAtWorkOnTheNode() {
        assertThat(
                        gate(seen(faulty()), Samples.around(Samples.other(1, "gpu-1", true, false)))
                                .reason())
                .isEqualTo("OtherIncident");
    }

    @Test
    void holdsWhileAnotherIncidentBringsTheNodeIn() {
        OpenIncident other =
                new OpenIncident(
                        new UUID(7, 7),
                        "gpu-0",
                        "training",
                        Samples.T0,
                        true,
                        OpenIncident.Wait.NOTHING,
                        "gpu-1",
                        false);
        assertThat(gate(seen(faulty()), Samples.around(other)).reason()).isEqualTo("OtherIncident");
    }

    private static GateAnswer ask(Samples.Node node) {
        return gate(seen(node), Surroundings.NONE);
    }

    private static GateAnswer gate(Samples.Seen seen, Surroundings around) {
        return new OwnerGate()
                .ask(Samples.look(Samples.incident(), seen, Samples.ENFORCE, around, Samples.T0));
    }
}
