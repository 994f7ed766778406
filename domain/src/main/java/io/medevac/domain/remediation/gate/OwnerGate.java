package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import java.util.Optional;

/** Is somebody else at work on the node: a person, another tool, another incident of ours? */
public final class OwnerGate implements Gate {

    @Override
    public String name() {
        return "owner";
    }

    @Override
    public GateAnswer ask(Look look) {
        NodeView node = look.seen().node();
        if (node == null) {
            return GateAnswer.hold(name(), "NodeGone", "there is no such node");
        }
        if (node.deleting()) {
            return GateAnswer.hold(name(), "BeingDeleted", "the node is being deleted");
        }
        return otherIncident(look)
                .or(() -> marks(look, node))
                .or(() -> foreign(look, node))
                .orElseGet(() -> GateAnswer.pass(name(), "NobodyElse", "nobody else is at work"));
    }

    private Optional<GateAnswer> otherIncident(Look look) {
        return look.surroundings().others().stream()
                .filter(OpenIncident::inFlight)
                .filter(
                        other ->
                                other.node().equals(look.incident().node())
                                        || look.incident().node().equals(other.replacement()))
                .findFirst()
                .map(
                        other ->
                                GateAnswer.hold(
                                        name(),
                                        "OtherIncident",
                                        "incident " + other.id() + " is at work on the node"));
    }

    private Optional<GateAnswer> marks(Look look, NodeView node) {
        return mark(look, WellKnown.QUARANTINE_ANNOTATION, node.quarantine())
                .or(() -> mark(look, WellKnown.CLAIM_ANNOTATION, node.claim()))
                .or(() -> quarantineTaint(look, node));
    }

    private Optional<GateAnswer> mark(Look look, String annotation, Mark mark) {
        return switch (mark) {
            case Mark.None none -> Optional.empty();
            case Mark.Signed signed when signed.signedFor(look.incident().id()) -> Optional.empty();
            case Mark.Signed signed ->
                    Optional.of(
                            GateAnswer.hold(
                                    name(),
                                    "OtherIncident",
                                    annotation + " is signed for incident " + signed.incident()));
            case Mark.Unreadable unreadable ->
                    Optional.of(
                            GateAnswer.hold(
                                    name(),
                                    "UnreadableMark",
                                    annotation + " cannot be read: " + unreadable.why()));
        };
    }

    private Optional<GateAnswer> quarantineTaint(Look look, NodeView node) {
        Taint ours = Taint.quarantine(look.incident().id().toString());
        return node.taints().stream()
                .filter(taint -> taint.key().equals(WellKnown.QUARANTINE_TAINT))
                .filter(taint -> !taint.sameAs(ours))
                .findFirst()
                .map(
                        taint ->
                                GateAnswer.hold(
                                        name(),
                                        "OtherIncident",
                                        "tainted for incident " + taint.value()));
    }

    private Optional<GateAnswer> foreign(Look look, NodeView node) {
        if (node.unschedulable() && !node.quarantine().signedFor(look.incident().id())) {
            return Optional.of(
                    GateAnswer.hold(name(), "ForeignCordon", "cordoned by somebody else"));
        }
        return ForeignMarks.on(node, look.policy().foreignMarks())
                .map(mark -> GateAnswer.hold(name(), "ForeignMark", "somebody else's " + mark));
    }
}
