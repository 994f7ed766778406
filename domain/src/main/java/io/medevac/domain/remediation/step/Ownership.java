package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.gate.Look;
import java.util.Optional;
import java.util.UUID;

/** Is the quarantine still ours? Whoever lifts a part of it has taken over. */
final class Ownership {

    private Ownership() {}

    /**
     * Who took over, in words; empty while the quarantine stands, or when the node is gone: then
     * nobody took over and its place is still empty.
     */
    static Optional<String> lost(Look look) {
        if (look.nodeReborn()) {
            return Optional.of("another machine has taken the name " + look.incident().node());
        }
        NodeView node = look.sameNode();
        UUID incident = look.incident().id();
        return node == null || node.quarantinedFor(incident)
                ? Optional.empty()
                : Optional.of("the quarantine was lifted: " + what(node, incident));
    }

    private static String what(NodeView node, UUID incident) {
        if (!node.unschedulable()) {
            return "node " + node.name() + " was uncordoned";
        }
        return node.tainted(incident)
                ? "our annotation was removed from %1$s; nothing else says that its cordon is ours, so it stays: kubectl uncordon %1$s"
                        .formatted(node.name())
                : "our taint was removed from " + node.name();
    }
}
