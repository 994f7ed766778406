package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.IncidentState.Cancelled;
import java.util.Optional;

/** A person has the last word: where one has ordered an end, nothing else is decided any more. */
final class Handover {

    private Handover() {}

    /**
     * The end that was ordered; empty when none was, or when it is under way.
     *
     * @param state the state of the incident, or the one that a hold interrupts
     */
    static Optional<StepOutcome> ordered(IncidentState state, Look look) {
        String reason = look.incident().orders().ending();
        return reason == null ? Optional.empty() : end(state, reason, look);
    }

    private static Optional<StepOutcome> end(IncidentState state, String reason, Look look) {
        return switch (state) {
            case IncidentState.Assessing s ->
                    Optional.of(
                            marked(look)
                                    ? Ending.released(reason, null, look)
                                    : Ending.closed(new Cancelled(look.now(), reason), look));
            case IncidentState.Quarantining s -> Optional.of(Ending.released(reason, null, look));
            case IncidentState.Vacating s -> Optional.of(Ending.released(reason, null, look));
            case IncidentState.Draining s -> Optional.of(Ending.released(reason, null, look));
            case IncidentState.Replacing s -> Optional.of(Ending.released(reason, s.pick(), look));
            case IncidentState.Verifying s ->
                    Optional.of(
                            Ending.closed(
                                    new Cancelled(
                                            look.now(),
                                            "%s; %s serves in place of %s"
                                                    .formatted(
                                                            reason,
                                                            s.replacement().node(),
                                                            look.incident().node())),
                                    look));
            case IncidentState.Releasing s -> Optional.empty();
            case IncidentState.Held s ->
                    throw new IllegalStateException("a hold interrupts no hold");
            case IncidentState.Closed s -> throw new IllegalStateException("closed: " + s);
        };
    }

    /** A patch that was on its way when a gate said no may have come through all the same. */
    private static boolean marked(Look look) {
        NodeView node = look.sameNode();
        return node != null && node.carriesMarksOf(look.incident().id());
    }
}
