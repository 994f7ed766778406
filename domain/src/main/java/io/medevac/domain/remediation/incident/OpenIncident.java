package io.medevac.domain.remediation.incident;

import io.medevac.domain.fault.FaultScope;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one incident knows of another that is open.
 *
 * @param id incident id
 * @param node its node
 * @param pool its pool; null when not known
 * @param openedAt when it was opened
 * @param inFlight whether it takes a slot
 * @param waitsFor what is all that it waits for
 * @param replacement the node it has picked and is bringing in; null when none, and again once that
 *     serves: then it is a node like any other
 * @param onlyBlind whether all that it tells is that a source of its node is blind
 */
public record OpenIncident(
        UUID id,
        String node,
        @Nullable String pool,
        Instant openedAt,
        boolean inFlight,
        Wait waitsFor,
        @Nullable String replacement,
        boolean onlyBlind) {

    /** Name of the gate that keeps the pool's slots. */
    public static final String BUDGET = "budget";

    /** Name of the gate that keeps the pool from losing too many nodes. */
    public static final String BREAKER = "breaker";

    /** Name of the gate that asks for a node to put in. */
    public static final String SPARE = "spare";

    private static final Set<String> LIMITS = Set.of(BUDGET, BREAKER);
    private static final Set<String> OF_POOL = Set.of(BUDGET, BREAKER, SPARE);

    /** What is served by age to incidents that wait for nothing else. */
    public enum Wait {
        /** Nothing of that kind, or for something else too. */
        NOTHING,
        /** Room below the limits of its pool. */
        LIMITS,
        /** A spare. */
        SPARE
    }

    /** What the others may know of this one. */
    public static OpenIncident of(Incident incident) {
        IncidentState state = incident.state();
        return new OpenIncident(
                incident.id(),
                incident.node(),
                incident.pool(),
                incident.openedAt(),
                state.inFlight(),
                waitsFor(state),
                replacementOf(state),
                incident.fault().scope() == FaultScope.MONITORING && !incident.tookNodeOut());
    }

    /** Whether it may go on when another node of its pool changes, or a spare. */
    public static boolean watchesPool(Incident incident) {
        if (incident.state() instanceof IncidentState.Held held) {
            return GateAnswer.holding(held.answers()).stream()
                    .anyMatch(answer -> OF_POOL.contains(answer.gate()));
        }
        return incident.state() instanceof IncidentState.Replacing replacing
                && replacing.pick() == null;
    }

    private static Wait waitsFor(IncidentState state) {
        if (state instanceof IncidentState.Replacing replacing) {
            return replacing.pick() == null ? Wait.SPARE : Wait.NOTHING;
        }
        if (!(state instanceof IncidentState.Held held)) {
            return Wait.NOTHING;
        }
        Set<String> gates =
                GateAnswer.holding(held.answers()).stream()
                        .map(GateAnswer::gate)
                        .collect(Collectors.toSet());
        if (held.interrupted() instanceof IncidentState.Assessing && LIMITS.containsAll(gates)) {
            return Wait.LIMITS;
        }
        return gates.equals(Set.of(SPARE)) ? waitsFor(held.interrupted()) : Wait.NOTHING;
    }

    private static @Nullable String replacementOf(IncidentState state) {
        return switch (state) {
            case IncidentState.Held held -> replacementOf(held.interrupted());
            case IncidentState.Replacing replacing -> nodeOf(replacing.pick());
            case IncidentState.Verifying s -> null;
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
