package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.medevac.events.GateOutcome;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.RecommendedAction;
import io.medevac.events.RemediationHeld;
import io.medevac.systemtests.LocalStack.Running;
import java.util.UUID;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What must not take a node out, on the whole stack. */
@ExtendWith(LocalStack.class)
@Order(1)
class GatesST {
    private static final String NODE = "gpu-0";

    @Test
    void garbageAndHalfWrittenLinesOpenNothing(Running stack) {
        int before = stack.events.all(GpuFault.class).size();

        stack.kernelLine(NODE, "NVRM: Xid (PCI:");
        stack.kernelLine(NODE, "NVRM: Xid (PCI:zzzz:9b:00): \u0000\u001b[31m79");
        stack.kernelLine(NODE, "\uFFFD\u0007 not NVRM: at all Xid 79");
        UUID marker = stack.xid("gpu-1", 13);

        assertThat(stack.events.all(GpuFault.class).subList(before, before + 1))
                .extracting(fault -> fault.getHeader().getIncidentId())
                .containsExactly(marker);
        assertUntouched(stack, NODE);
    }

    @Test
    void anApplicationFaultNeverTakesANodeOut(Running stack) {
        UUID incident = stack.xid(NODE, 13);

        IncidentClosed closed = stack.events.await(IncidentClosed.class, LocalStack.SOON, incident);

        assertThat(closed.getReason()).isNotBlank();
        assertThat(stack.events.all(GpuFault.class))
                .filteredOn(fault -> incident.equals(fault.getHeader().getIncidentId()))
                .first()
                .extracting(fault -> fault.getFault().getAction())
                .isEqualTo(RecommendedAction.RESTART_APP);
        assertUntouched(stack, NODE);
    }

    @Test
    void anUnknownCodeIsReportedAndNeverRepaired(Running stack) {
        UUID incident = stack.xid(NODE, 999);

        assertThat(stack.events.all(GpuFault.class))
                .filteredOn(fault -> incident.equals(fault.getHeader().getIncidentId()))
                .last()
                .extracting(fault -> fault.getFault().getAction())
                .isEqualTo(RecommendedAction.UNKNOWN);
        assertUntouched(stack, NODE);
    }

    @Test
    void optOutHoldsWithEveryGatesAnswer(Running stack) {
        label(stack, "medevac.io/replacement", "forbid");
        UUID incident = stack.xid(NODE, 79);

        RemediationHeld held = stack.events.await(RemediationHeld.class, LocalStack.SOON, incident);

        assertThat(held.getGates())
                .filteredOn(gate -> gate.getOutcome() == GateOutcome.HOLD)
                .extracting(gate -> gate.getGate())
                .containsExactly("opt-out");
        assertThat(held.getWhatToDo()).isNotBlank();
        assertUntouched(stack, NODE);
        assertThat(stack.events.of(incident)).noneMatch(NodeQuarantined.class::isInstance);
    }

    private static void assertUntouched(Running stack, String node) {
        assertThat(stack.node(node).getSpec().getUnschedulable()).isNotEqualTo(true);
        assertThat(stack.node(node).getSpec().getTaints()).isNullOrEmpty();
        assertThat(stack.system("sinfo", "-hN", "-n", node, "-o", "%T"))
                .doesNotContainIgnoringCase("drain");
    }

    private static void label(Running stack, String key, String value) {
        stack.kubernetes
                .nodes()
                .withName(NODE)
                .edit(
                        node ->
                                new NodeBuilder(node)
                                        .editMetadata()
                                        .addToLabels(key, value)
                                        .endMetadata()
                                        .build());
    }
}
