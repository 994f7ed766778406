package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.IncidentState.Draining;
import io.medevac.domain.remediation.incident.IncidentState.Vacating;
import io.medevac.domain.remediation.incident.JobTrack;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Waits until no job is left on the node. */
final class Vacate implements Step<Vacating> {

    /** Time the bridge has to tell the end of a job it waited for. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    @Override
    public StepOutcome decide(Vacating state, Look look) {
        Optional<String> lost = Ownership.lost(look);
        if (lost.isPresent()) {
            return Ending.released(lost.get(), null, look);
        }
        Evacuation evacuation = look.incident().evacuation();
        if (evacuation.vacatedNode() != null) {
            return StepOutcome.go(new Draining(look.now(), List.of(), false));
        }
        Evacuation.Failure failure = evacuation.failure();
        if (failure != null) {
            return Ending.escalated(failure.reason(), failure.whatToDo(), look);
        }
        Instant deadline = deadline(state, look);
        if (!look.now().isBefore(deadline)) {
            return Ending.escalated(
                    "the jobs have not left " + look.incident().node() + " in time",
                    Advice.jobsStay(look.incident().node()),
                    look);
        }
        Instant next = look.now().plus(look.limits().recheckInterval());
        return new StepOutcome.Stay(state, List.of(), next.isBefore(deadline) ? next : deadline);
    }

    /** The deadline of the policy; later when the bridge waits for a job that can't be requeued. */
    private static Instant deadline(Vacating state, Look look) {
        return look.incident().evacuation().jobs().stream()
                .map(JobTrack::waitedForUntil)
                .filter(Objects::nonNull)
                .map(until -> until.plus(MARGIN))
                .reduce(
                        state.since().plus(look.limits().vacateTimeout()),
                        (one, other) -> one.isAfter(other) ? one : other);
    }
}
