package io.medevac.domain.remediation.gate;

import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.spare;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.StandingOrders;
import io.medevac.domain.remediation.incident.Surroundings;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpareChecksTest {

    @Test
    void aReadySpareWithAllItsGpusIsFit() {
        assertThat(SpareChecks.validate(spare("gpu-9").view(), look(Surroundings.NONE)))
                .noneMatch(GateAnswer::holds)
                .extracting(GateAnswer::gate)
                .containsExactly(
                        "spare-pool",
                        "spare-ready",
                        "spare-gpus",
                        "spare-owner",
                        "spare-claim",
                        "spare-hold",
                        "spare-faults");
    }

    static Stream<Arguments> unfit() {
        return Stream.of(
                Arguments.of("NotASpareOfPool", Samples.node("gpu-9").cordoned()),
                Arguments.of(
                        "NotASpareOfPool", spare("gpu-9").label(WellKnown.POOL_LABEL, "training")),
                Arguments.of(
                        "NotASpareOfPool",
                        spare("gpu-9").label(WellKnown.SPARE_LABEL, "inference")),
                Arguments.of("NotReady", spare("gpu-9").readiness(Readiness.NOT_READY, Samples.T0)),
                Arguments.of(
                        "NotReady", spare("gpu-9").readiness(Readiness.UNREACHABLE, Samples.T0)),
                Arguments.of("NotReady", spare("gpu-9").deleting()),
                Arguments.of("NotAllAllocatable", spare("gpu-9").gpus(7, 8)),
                Arguments.of("NotAllAllocatable", spare("gpu-9").gpus(0, 0)),
                Arguments.of("ForeignMark", spare("gpu-9").taint("karpenter.sh/disrupted")),
                Arguments.of(
                        "ForeignMark", spare("gpu-9").taint("node.kubernetes.io/disk-pressure")),
                Arguments.of("ForeignMark", spare("gpu-9").taint(WellKnown.QUARANTINE_TAINT)),
                Arguments.of("Claimed", spare("gpu-9").claim(new UUID(7, 7))),
                Arguments.of("UnknownMachine", spare("gpu-9").machine("uid", null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unfit")
    void anUnfitSpareSaysWhy(String reason, Samples.Node node) {
        assertThat(SpareChecks.validate(node.view(), look(Surroundings.NONE)))
                .filteredOn(GateAnswer::holds)
                .extracting(GateAnswer::reason)
                .containsExactly(reason);
    }

    @Test
    void itsOwnCordonAndTheTaintOfItAreNoObstacle() {
        NodeView spare = spare("gpu-9").taint("node.kubernetes.io/unschedulable").view();
        assertThat(SpareChecks.fit(spare, look(Surroundings.NONE))).isTrue();
    }

    @Test
    void aSpareThatHadAFaultSinceItBootedIsNotFit() {
        Surroundings around =
                new Surroundings(
                        List.of(),
                        Set.of(new Machine("uid-gpu-9", "boot-gpu-9")),
                        StandingOrders.NONE,
                        null);
        assertThat(SpareChecks.fit(spare("gpu-9").view(), look(around))).isFalse();
    }

    @Test
    void aSpareThatAnotherIncidentHasPickedIsNotFit() {
        OpenIncident other =
                new OpenIncident(
                        new UUID(7, 7),
                        "gpu-0",
                        "training",
                        Samples.T0,
                        true,
                        OpenIncident.Wait.NOTHING,
                        "gpu-9",
                        false);
        assertThat(SpareChecks.fit(spare("gpu-9").view(), look(Samples.around(other)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSpareOfWhichASourceIsBlindIsFitAndOneWithAnyOtherIncidentIsNot(boolean onlyBlind) {
        OpenIncident own =
                new OpenIncident(
                        new UUID(7, 7),
                        "gpu-9",
                        "training",
                        Samples.T0,
                        false,
                        OpenIncident.Wait.NOTHING,
                        null,
                        onlyBlind);

        assertThat(SpareChecks.fit(spare("gpu-9").view(), look(Samples.around(own))))
                .isEqualTo(onlyBlind);
    }

    @Test
    void theGateNamesWhatIsWrongWithEachSpare() {
        Look look =
                Samples.look(
                        Samples.incident().inPool("training"),
                        seen(quarantined()).spares(spare("gpu-9").gpus(7, 8)));
        assertThat(SpareGate.noneFit(look))
                .returns("NoFitSpare", GateAnswer::reason)
                .returns("gpu-9: 7 of 8 GPUs allocatable", GateAnswer::detail);
    }

    private static Look look(Surroundings around) {
        return Samples.look(
                Samples.incident(), seen(Samples.faulty()), Samples.ENFORCE, around, Samples.T0);
    }
}
