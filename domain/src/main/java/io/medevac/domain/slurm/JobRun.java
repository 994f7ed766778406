package io.medevac.domain.slurm;

/**
 * One run of one job. Slurm keeps the job id over a requeue; only the restart count tells the runs
 * apart.
 *
 * @param jobId the job's own id (of an array task: the task's own)
 * @param restartCount Slurm's restart count of the run, from 0
 */
public record JobRun(long jobId, int restartCount) {

    /** {@code 12/0}. */
    @Override
    public String toString() {
        return jobId + "/" + restartCount;
    }
}
