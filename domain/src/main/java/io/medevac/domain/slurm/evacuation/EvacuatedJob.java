package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.SlurmJob;

/**
 * A job that was on the node.
 *
 * @param job as it was first seen there; its run is the one that is to be ended
 * @param phase how far it is
 * @param missed complete answers in a row that did not list it
 * @param requeued whether it was put back into the queue in this incident
 */
public record EvacuatedJob(SlurmJob job, JobPhase phase, int missed, boolean requeued) {

    /** A job seen for the first time. */
    static EvacuatedJob first(SlurmJob job, JobPhase phase) {
        return new EvacuatedJob(job, phase, 0, false);
    }

    /** Its own id. */
    public long id() {
        return job.id();
    }

    /** The run that is to be ended. */
    public JobRun run() {
        return job.run();
    }

    EvacuatedJob in(JobPhase next) {
        return new EvacuatedJob(job, next, 0, requeued || next instanceof JobPhase.Requeued);
    }

    EvacuatedJob missedOnceMore() {
        return new EvacuatedJob(job, phase, missed + 1, requeued);
    }

    EvacuatedJob seen() {
        return missed == 0 ? this : new EvacuatedJob(job, phase, 0, requeued);
    }
}
