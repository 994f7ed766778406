package io.medevac.domain.remediation.incident;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was heard of one job of the incident. Each fact is kept beside the others, so that it does
 * not matter in which order they arrive.
 *
 * @param jobId Slurm job id
 * @param requeued whether it left the node and waits to run again
 * @param resumed whether it runs again and has made progress
 * @param ended whether it ended by itself with success
 * @param lost why it is gone; null when it is not
 * @param waitedForUntil until when a job that cannot be requeued is waited for; null when it can
 */
public record JobTrack(
        long jobId,
        boolean requeued,
        boolean resumed,
        boolean ended,
        @Nullable String lost,
        @Nullable Instant waitedForUntil) {

    /** A job of which nothing was heard. */
    static JobTrack of(long jobId) {
        return new JobTrack(jobId, false, false, false, null, null);
    }

    /** Whether the incident still has to wait for it. */
    public boolean awaited() {
        return requeued && !resumed && !ended && lost == null;
    }

    JobTrack asRequeued() {
        return new JobTrack(jobId, true, resumed, ended, lost, waitedForUntil);
    }

    JobTrack asResumed() {
        return new JobTrack(jobId, requeued, true, ended, lost, waitedForUntil);
    }

    JobTrack asEnded() {
        return new JobTrack(jobId, requeued, resumed, true, lost, waitedForUntil);
    }

    JobTrack asLost(String reason) {
        return new JobTrack(
                jobId, requeued, resumed, ended, lost == null ? reason : lost, waitedForUntil);
    }

    JobTrack asWaitedForUntil(Instant deadline) {
        return new JobTrack(jobId, requeued, resumed, ended, lost, deadline);
    }
}
