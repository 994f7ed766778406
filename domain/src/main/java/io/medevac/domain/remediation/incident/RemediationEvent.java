package io.medevac.domain.remediation.incident;

import io.medevac.domain.remediation.cluster.PodRef;
import java.time.Instant;
import java.util.List;

/** Something that happened to the incident, to be told to everybody. */
public sealed interface RemediationEvent {

    /**
     * All gates passed, and the node was seen cordoned, tainted and signed.
     *
     * @param pool its pool
     * @param answers every gate with its answer
     * @param cordonedBefore whether it was cordoned before us
     * @param decidedAt when it was decided
     */
    record NodeQuarantined(
            String pool, List<GateAnswer> answers, boolean cordonedBefore, Instant decidedAt)
            implements RemediationEvent {}

    /**
     * A gate says no.
     *
     * @param answers every gate with its answer
     * @param interrupted the state that waits
     * @param whatToDo what a person can do
     */
    record RemediationHeld(List<GateAnswer> answers, StateName interrupted, String whatToDo)
            implements RemediationEvent {}

    /**
     * No pod is left that must leave.
     *
     * @param evicted pods that were asked to leave, and left
     * @param skipped pods that stay: DaemonSet, mirror, slurmd
     * @param forced whether any had to be deleted past its budget or its node
     */
    record NodeDrained(List<PodRef> evicted, List<PodRef> skipped, boolean forced)
            implements RemediationEvent {}

    /**
     * A healthy node serves in place of the faulty one.
     *
     * @param replacement the node
     * @param pool the pool it serves in
     */
    record NodeReplaced(Replacement replacement, String pool) implements RemediationEvent {}

    /**
     * A person asked for the node or took over: neither it nor its jobs are touched any more, and
     * what is ours is taken off.
     *
     * @param reason who, and why
     */
    record NodeReleased(String reason) implements RemediationEvent {}

    /**
     * A person must act.
     *
     * @param failedIn the state it failed in
     * @param reason why
     * @param whatToDo what a person must do
     */
    record RemediationFailed(StateName failedIn, String reason, String whatToDo)
            implements RemediationEvent {}

    /**
     * The incident is over.
     *
     * @param outcome the terminal state
     * @param reason why it ended so
     * @param phases the phases it went through
     */
    record IncidentClosed(StateName outcome, String reason, List<Phase> phases)
            implements RemediationEvent {}
}
