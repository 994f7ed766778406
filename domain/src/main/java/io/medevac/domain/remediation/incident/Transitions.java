package io.medevac.domain.remediation.incident;

import static io.medevac.domain.remediation.incident.StateName.ASSESSING;
import static io.medevac.domain.remediation.incident.StateName.CANCELLED;
import static io.medevac.domain.remediation.incident.StateName.DRAINING;
import static io.medevac.domain.remediation.incident.StateName.ESCALATED;
import static io.medevac.domain.remediation.incident.StateName.HELD;
import static io.medevac.domain.remediation.incident.StateName.NOT_NEEDED;
import static io.medevac.domain.remediation.incident.StateName.QUARANTINING;
import static io.medevac.domain.remediation.incident.StateName.RECOVERED;
import static io.medevac.domain.remediation.incident.StateName.RELEASING;
import static io.medevac.domain.remediation.incident.StateName.REPLACING;
import static io.medevac.domain.remediation.incident.StateName.VACATING;
import static io.medevac.domain.remediation.incident.StateName.VERIFYING;

import java.util.List;

/** The legal transitions; anything else is refused before it is stored. */
public final class Transitions {

    /**
     * One legal transition.
     *
     * @param from the state that is left
     * @param to the state that is reached
     * @param when what makes it happen
     */
    public record Transition(StateName from, StateName to, String when) {}

    /** All of them; the diagram in the README is drawn from this table. */
    public static final List<Transition> ALL =
            List.of(
                    new Transition(ASSESSING, QUARANTINING, "every gate passes"),
                    new Transition(ASSESSING, HELD, "a gate says no"),
                    new Transition(ASSESSING, NOT_NEEDED, "machine gone or booted anew"),
                    new Transition(ASSESSING, CANCELLED, "cancelled by a person"),
                    new Transition(ASSESSING, RELEASING, "cancelled, and marks of ours stand"),
                    new Transition(QUARANTINING, VACATING, "seen cordoned, tainted, signed"),
                    new Transition(QUARANTINING, HELD, "a gate says no, or the API refuses"),
                    new Transition(QUARANTINING, RELEASING, "given back to a person"),
                    new Transition(QUARANTINING, NOT_NEEDED, "machine gone or booted anew"),
                    new Transition(VACATING, DRAINING, "NodeVacated heard"),
                    new Transition(VACATING, ESCALATED, "EvacuationFailed heard, or deadline"),
                    new Transition(VACATING, RELEASING, "given back to a person"),
                    new Transition(DRAINING, REPLACING, "no pod left"),
                    new Transition(
                            DRAINING, HELD, "pause, hold, opt-out, or deadline with policy hold"),
                    new Transition(DRAINING, RELEASING, "given back to a person"),
                    new Transition(REPLACING, VERIFYING, "replacement serves"),
                    new Transition(REPLACING, HELD, "hold, no valid spare, or the API refuses"),
                    new Transition(REPLACING, RELEASING, "given back to a person"),
                    new Transition(VERIFYING, RECOVERED, "every job runs again"),
                    new Transition(VERIFYING, ESCALATED, "a job is lost, or deadline"),
                    new Transition(VERIFYING, CANCELLED, "cancelled by a person, the swap stays"),
                    new Transition(HELD, QUARANTINING, "every gate passes"),
                    new Transition(HELD, VACATING, "seen cordoned, tainted, signed"),
                    new Transition(HELD, DRAINING, "pause, hold or opt-out lifted"),
                    new Transition(HELD, REPLACING, "no pod left, or a spare appeared"),
                    new Transition(HELD, VERIFYING, "replacement serves"),
                    new Transition(HELD, RELEASING, "given back to a person"),
                    new Transition(HELD, NOT_NEEDED, "machine gone or booted anew"),
                    new Transition(HELD, CANCELLED, "cancelled by a person"),
                    new Transition(RELEASING, CANCELLED, "nothing of ours is left"),
                    new Transition(RELEASING, ESCALATED, "the API refuses past the deadline"));

    private Transitions() {}

    /** Whether the transition is legal. */
    public static boolean legal(StateName from, StateName to) {
        return ALL.stream().anyMatch(each -> each.from() == from && each.to() == to);
    }

    /** Refuses an illegal transition: a mistake in the rules, never to be stored. */
    static void require(StateName from, StateName to) {
        if (!legal(from, to)) {
            throw new IllegalStateException("no transition from " + from + " to " + to);
        }
    }
}
