package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.IncidentState.Closed;
import io.medevac.domain.remediation.incident.IncidentState.Escalated;
import io.medevac.domain.remediation.incident.IncidentState.Releasing;
import io.medevac.domain.remediation.incident.Phase;
import io.medevac.domain.remediation.incident.RemediationEvent.IncidentClosed;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeReleased;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationFailed;
import io.medevac.domain.remediation.incident.Replacement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ways out of an incident. */
final class Ending {

    private Ending() {}

    /** Over. */
    static StepOutcome closed(Closed end, Look look) {
        return StepOutcome.go(end, closing(end, look));
    }

    /** Over for Medevac: a person must act. */
    static StepOutcome escalated(String reason, String whatToDo, Look look) {
        Escalated end = new Escalated(look.now(), reason);
        return StepOutcome.go(
                end,
                new RemediationFailed(look.incident().state().name(), reason, whatToDo),
                closing(end, look));
    }

    /**
     * Given back: what is ours is taken off next.
     *
     * @param reason who asked for it or took over, in words
     * @param claimed a spare that may carry our claim
     */
    static StepOutcome released(String reason, @Nullable Replacement claimed, Look look) {
        return StepOutcome.go(
                new Releasing(look.now(), reason, claimed, Release.uncordoned(look)),
                new NodeReleased(reason));
    }

    private static IncidentClosed closing(Closed end, Look look) {
        List<Phase> phases = new ArrayList<>(look.incident().phases());
        phases.add(
                new Phase(
                        look.incident().state().name(),
                        look.incident().state().since(),
                        end.since()));
        return new IncidentClosed(end.name(), end.reason(), phases);
    }
}
