package io.medevac.domain.remediation.incident;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.remediation.incident.Evacuation.Failure;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Something that another service or a person told about an incident. Facts are stored; the next
 * look decides.
 */
public sealed interface Fact {

    /** The event that told it. */
    UUID event();

    /**
     * The node has this fault too.
     *
     * @param event the event that told it
     * @param fault the fault
     * @param at when it was seen
     */
    record FaultJoined(UUID event, Fault fault, Instant at) implements Fact {}

    /**
     * No job is left on the Slurm node.
     *
     * @param event the event that told it
     * @param slurmNode its Slurm node; empty when it serves none
     * @param requeued jobs that wait to run again
     * @param lost jobs that are gone
     */
    record NodeVacated(UUID event, String slurmNode, List<Long> requeued, List<Long> lost)
            implements Fact {
        public NodeVacated {
            requeued = List.copyOf(requeued);
            lost = List.copyOf(lost);
        }
    }

    /**
     * The jobs cannot be brought off.
     *
     * @param event the event that told it
     * @param failure why, and what to do
     */
    record EvacuationFailed(UUID event, Failure failure) implements Fact {}

    /**
     * The replacement takes work in Slurm.
     *
     * @param event the event that told it
     * @param slurmNode its Slurm node
     */
    record SlurmNodeJoined(UUID event, String slurmNode) implements Fact {}

    /**
     * A job left the node and waits to run again.
     *
     * @param event the event that told it
     * @param jobId Slurm job id
     */
    record JobRequeued(UUID event, long jobId) implements Fact {}

    /**
     * A job runs again and has made progress.
     *
     * @param event the event that told it
     * @param jobId Slurm job id
     */
    record JobResumed(UUID event, long jobId) implements Fact {}

    /**
     * A job ended by itself with success.
     *
     * @param event the event that told it
     * @param jobId Slurm job id
     */
    record JobEnded(UUID event, long jobId) implements Fact {}

    /**
     * A job is gone.
     *
     * @param event the event that told it
     * @param jobId Slurm job id
     * @param reason what happened
     */
    record JobLost(UUID event, long jobId, String reason) implements Fact {}

    /**
     * A job cannot be requeued and is left until its end or the deadline.
     *
     * @param event the event that told it
     * @param jobId Slurm job id
     * @param deadline until when the bridge waits for it
     */
    record JobNotRequeueable(UUID event, long jobId, Instant deadline) implements Fact {}

    /** A person has ordered something about the incident. */
    sealed interface Ordered extends Fact {

        /** Who, why, when. */
        Order order();
    }

    /**
     * Neither dry run nor an opt-out is to hold it.
     *
     * @param event the command
     * @param order who, why, when
     */
    record Approved(UUID event, Order order) implements Ordered {}

    /**
     * It is to be ended.
     *
     * @param event the command
     * @param order who, why, when
     */
    record CancelOrdered(UUID event, Order order) implements Ordered {}

    /**
     * Its node is to be given back, whether the incident is over or not.
     *
     * @param event the command
     * @param order who, why, when
     */
    record ReleaseOrdered(UUID event, Order order) implements Ordered {}
}
