package io.medevac.domain.remediation.incident;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one incident knows of another that is open.
 *
 * @param id incident id
 * @param node its node
 * @param pool its pool; null when not known
 * @param openedAt when it was opened
 * @param inFlight whether it takes a slot
 * @param waitsForSlot whether the budget is all that holds it
 * @param replacement the node it has picked; null when none
 */
public record OpenIncident(
        UUID id,
        String node,
        @Nullable String pool,
        Instant openedAt,
        boolean inFlight,
        boolean waitsForSlot,
        @Nullable String replacement) {

    /** Name of the gate that keeps the pool's slots. */
    public static final String BUDGET = "budget";

    /** What the others may know of this one. */
    public static OpenIncident of(Incident incident) {
        IncidentState state = incident.state();
        return new OpenIncident(
                incident.id(),
                incident.node(),
                incident.pool(),
                incident.openedAt(),
                state.inFlight(),
                waitsForSlot(state),
                replacementOf(state));
    }

    private static boolean waitsForSlot(IncidentState state) {
        return state instanceof IncidentState.Held held
                && held.interrupted() instanceof IncidentState.Assessing
                && GateAnswer.holding(held.answers()).stream()
                        .allMatch(answer -> answer.gate().equals(BUDGET));
    }

    private static @Nullable String replacementOf(IncidentState state) {
        return switch (state) {
            case IncidentState.Held held -> replacementOf(held.interrupted());
            case IncidentState.Replacing replacing -> nodeOf(replacing.pick());
            case IncidentState.Verifying verifying -> verifying.replacement().node();
            case IncidentState.Releasing releasing -> nodeOf(releasing.claimed());
            case IncidentState.Assessing s -> null;
            case IncidentState.Quarantining s -> null;
            case IncidentState.Vacating s -> null;
            case IncidentState.Draining s -> null;
            case IncidentState.Closed s -> null;
        };
    }

    private static @Nullable String nodeOf(@Nullable Replacement replacement) {
        return replacement == null ? null : replacement.node();
    }
}
