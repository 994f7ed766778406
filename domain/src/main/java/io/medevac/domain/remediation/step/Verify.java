package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.IncidentState.Recovered;
import io.medevac.domain.remediation.incident.IncidentState.Verifying;
import io.medevac.domain.remediation.incident.JobTrack;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.OpenIncident.Wait;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Waits until every job runs again on healthy nodes. */
final class Verify implements Step<Verifying> {

    @Override
    public StepOutcome decide(Verifying state, Look look) {
        Evacuation evacuation = look.incident().evacuation();
        List<Long> awaited = evacuation.awaitedJobs();
        boolean settled = awaited.isEmpty() && !evacuation.awaitsJoin();
        if (settled && !evacuation.lostJobs().isEmpty()) {
            return Ending.escalated(
                    "jobs were lost: " + lost(evacuation), Advice.jobsLost(evacuation), look);
        }
        if (settled) {
            return Ending.closed(new Recovered(look.now(), recovered(state, look)), look);
        }
        Optional<OpenIncident> again = replacementFailed(state, look);
        if (again.isPresent()) {
            String node = state.replacement().node();
            return Ending.escalated(
                    node
                            + " serves, but has failed too, before the jobs ran again: "
                            + list(awaited),
                    Advice.replacementFailed(again.get(), awaited),
                    look);
        }
        Instant deadline = state.since().plus(look.limits().verifyTimeout());
        if (!look.now().isBefore(deadline)) {
            return late(state, awaited, look);
        }
        Instant next = look.now().plus(look.limits().recheckInterval());
        return new StepOutcome.Stay(state, List.of(), next.isBefore(deadline) ? next : deadline);
    }

    /**
     * An incident of the replacement that waits for nothing but the limits: it may be this one's
     * slot that it waits for, while this one waits for jobs on a broken node.
     */
    private static Optional<OpenIncident> replacementFailed(Verifying state, Look look) {
        return look.surroundings().others().stream()
                .filter(other -> other.node().equals(state.replacement().node()))
                .filter(other -> other.waitsFor() == Wait.LIMITS)
                .findFirst();
    }

    private static StepOutcome late(Verifying state, List<Long> awaited, Look look) {
        String node = state.replacement().node();
        return awaited.isEmpty()
                ? Ending.escalated(
                        node + " serves, but has not joined Slurm in time",
                        Advice.notJoined(node),
                        look)
                : Ending.escalated(
                        node + " serves, but jobs have not come back in time: " + list(awaited),
                        Advice.jobsLate(awaited),
                        look);
    }

    private static String recovered(Verifying state, Look look) {
        String jobs =
                list(
                        look.incident().evacuation().jobs().stream()
                                .filter(JobTrack::resumed)
                                .map(JobTrack::jobId)
                                .toList());
        String swap = state.replacement().node() + " serves in place of " + look.incident().node();
        return jobs.isEmpty() ? swap : swap + "; running again: " + jobs;
    }

    private static String lost(Evacuation evacuation) {
        return evacuation.lostJobs().stream()
                .map(job -> job.jobId() + " (" + job.lost() + ")")
                .collect(Collectors.joining(", "));
    }

    private static String list(List<Long> jobs) {
        return jobs.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
