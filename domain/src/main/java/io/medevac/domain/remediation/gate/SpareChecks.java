package io.medevac.domain.remediation.gate;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Order;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Is an offered node fit to serve? Each check answers like a gate. */
public final class SpareChecks {

    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

    private SpareChecks() {}

    /** Every check of the node with its answer. */
    public static List<GateAnswer> validate(NodeView spare, Look look) {
        return List.of(
                pool(spare, look.incident().pool()),
                ready(spare),
                gpus(spare),
                taints(spare, look),
                claim(spare, look),
                hold(spare, look),
                incidents(spare, look));
    }

    /** Whether no check says no. */
    public static boolean fit(NodeView spare, Look look) {
        return validate(spare, look).stream().noneMatch(GateAnswer::holds);
    }

    /** Offered nodes that are fit, by name. */
    public static Stream<NodeView> fitOnes(Look look) {
        return look.seen().spares().stream()
                .filter(spare -> fit(spare, look))
                .sorted((one, other) -> one.name().compareTo(other.name()));
    }

    private static GateAnswer pool(NodeView spare, @Nullable String pool) {
        String offered = spare.labels().get(WellKnown.SPARE_LABEL);
        return pool != null && pool.equals(offered) && spare.pool() == null
                ? GateAnswer.pass("spare-pool", "SpareOfPool", "spare of " + pool)
                : GateAnswer.hold("spare-pool", "NotASpareOfPool", "not a spare of " + pool);
    }

    private static GateAnswer ready(NodeView spare) {
        boolean ready = spare.readiness() == Readiness.READY && !spare.deleting();
        String detail = spare.deleting() ? "being deleted" : spare.readiness().name();
        return ready
                ? GateAnswer.pass("spare-ready", "Ready", detail)
                : GateAnswer.hold("spare-ready", "NotReady", detail);
    }

    private static GateAnswer gpus(NodeView spare) {
        String detail = spare.gpuAllocatable() + " of " + spare.gpuCapacity() + " GPUs allocatable";
        return spare.gpuCapacity() > 0 && spare.gpuAllocatable() == spare.gpuCapacity()
                ? GateAnswer.pass("spare-gpus", "AllAllocatable", detail)
                : GateAnswer.hold("spare-gpus", "NotAllAllocatable", detail);
    }

    private static GateAnswer taints(NodeView spare, Look look) {
        Optional<String> mark =
                spare.taints().stream()
                        .map(Taint::key)
                        .filter(SpareChecks::keepsPodsAway)
                        .map(key -> "taint " + key)
                        .findFirst()
                        .or(() -> ForeignMarks.on(spare, look.policy().foreignMarks()));
        return mark.map(found -> GateAnswer.hold("spare-owner", "ForeignMark", found))
                .orElseGet(
                        () -> GateAnswer.pass("spare-owner", "NobodyElse", "nobody else's marks"));
    }

    private static boolean keepsPodsAway(String key) {
        return key.equals(WellKnown.QUARANTINE_TAINT)
                || (key.startsWith("node.kubernetes.io/") && !key.equals(UNSCHEDULABLE));
    }

    private static GateAnswer claim(NodeView spare, Look look) {
        if (!(spare.quarantine() instanceof Mark.None)) {
            return GateAnswer.hold("spare-claim", "Quarantined", "has a quarantine annotation");
        }
        return spare.claim() instanceof Mark.None || spare.claim().signedFor(look.incident().id())
                ? GateAnswer.pass("spare-claim", "Free", "not claimed by another incident")
                : GateAnswer.hold("spare-claim", "Claimed", "claimed by another incident");
    }

    private static GateAnswer hold(NodeView spare, Look look) {
        Order hold = look.surroundings().orders().hold(spare.name());
        return hold == null
                ? GateAnswer.pass("spare-hold", "NotHeld", "nobody holds it")
                : GateAnswer.hold("spare-hold", "NodeHeld", "held " + hold.words());
    }

    private static GateAnswer incidents(NodeView spare, Look look) {
        if (look.surroundings().spokenFor(spare.name())) {
            return GateAnswer.hold("spare-faults", "OpenIncident", "has an open incident");
        }
        Machine machine = spare.machine();
        if (!machine.known()) {
            return GateAnswer.hold("spare-faults", "UnknownMachine", "no UID or boot id");
        }
        return look.surroundings().faultyMachines().contains(machine)
                ? GateAnswer.hold("spare-faults", "OlderFault", "had a fault since it booted")
                : GateAnswer.pass("spare-faults", "NoFault", "no fault since it booted");
    }
}
