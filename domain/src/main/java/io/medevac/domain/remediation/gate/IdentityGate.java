package io.medevac.domain.remediation.gate;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.incident.GateAnswer;
import java.util.Objects;
import java.util.Optional;

/**
 * Is the node still the boot of the machine that had the fault? An old fault never hits a new
 * machine; a machine that is not known is never touched.
 */
public final class IdentityGate implements Gate {

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public GateAnswer ask(Look look) {
        if (!look.incident().machine().known()) {
            return GateAnswer.hold(
                    name(), "UnknownMachine", "the fault does not say which machine it was");
        }
        Optional<String> over = whyOver(look);
        if (over.isPresent()) {
            return GateAnswer.hold(name(), "OtherMachine", over.get());
        }
        NodeView node = look.seen().node();
        return node != null && look.incident().machine().sameBoot(node.machine())
                ? GateAnswer.pass(name(), "SameBoot", "same node UID and boot id")
                : GateAnswer.hold(name(), "UnknownMachine", "the node has no UID or boot id");
    }

    /** Why the fault is about a machine that is no more, in words; empty when it still is. */
    public static Optional<String> whyOver(Look look) {
        Machine then = look.incident().machine();
        NodeView node = look.seen().node();
        if (node == null) {
            return Optional.of("node " + look.incident().node() + " is gone");
        }
        Machine now = node.machine();
        if (!then.known() || !now.known()) {
            return Optional.empty();
        }
        if (!Objects.equals(then.nodeUid(), now.nodeUid())) {
            return Optional.of("another machine has taken the name " + node.name());
        }
        return Objects.equals(then.bootId(), now.bootId())
                ? Optional.empty()
                : Optional.of("node " + node.name() + " has booted since the fault");
    }
}
