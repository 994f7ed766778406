package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.IncidentState.Interruptible;
import io.medevac.domain.remediation.incident.RemediationEvent;
import java.time.Instant;
import java.util.List;

/** What a step says. */
public sealed interface StepOutcome {

    /**
     * The state stays, perhaps knowing more.
     *
     * @param state the state
     * @param effects what is to be done
     * @param lookAgainAt when to look again at the latest
     */
    record Stay(IncidentState state, List<Effect> effects, Instant lookAgainAt)
            implements StepOutcome {}

    /**
     * On to another state, which begins at once.
     *
     * @param next the state
     * @param events what is to be told
     */
    record Go(IncidentState next, List<RemediationEvent> events) implements StepOutcome {}

    /**
     * A gate says no.
     *
     * @param interrupted the state that waits
     * @param answers every gate with its answer
     * @param effects what is tried all the same
     * @param lookAgainAt when to look again at the latest
     */
    record Hold(
            Interruptible interrupted,
            List<GateAnswer> answers,
            List<Effect> effects,
            Instant lookAgainAt)
            implements StepOutcome {}

    /** On to another state, telling these. */
    static Go go(IncidentState next, RemediationEvent... events) {
        return new Go(next, List.of(events));
    }
}
