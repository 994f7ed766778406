package io.medevac.domain.remediation.incident;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What was heard of the jobs: facts only, in no order.
 *
 * @param vacatedNode Slurm node that no job is left on, empty when the node serves none; null until
 *     that was heard
 * @param failure why the jobs cannot be brought off; null when nothing was heard
 * @param joinedNode Slurm node of the replacement that takes work; null until that was heard
 * @param jobs the jobs, by rising id
 */
public record Evacuation(
        @Nullable String vacatedNode,
        @Nullable Failure failure,
        @Nullable String joinedNode,
        List<JobTrack> jobs) {

    /** Nothing was heard yet. */
    public static final Evacuation NOTHING_HEARD = new Evacuation(null, null, null, List.of());

    public Evacuation {
        jobs = List.copyOf(jobs);
    }

    /**
     * Why the jobs cannot be brought off.
     *
     * @param reason why
     * @param whatToDo what a person must do
     */
    public record Failure(String reason, String whatToDo) {}

    /** Whether a Slurm node of the replacement is to be waited for. */
    public boolean awaitsJoin() {
        return joinedNode == null && vacatedNode != null && !vacatedNode.isEmpty();
    }

    /** Jobs that have not come back yet. */
    public List<Long> awaitedJobs() {
        return jobs.stream().filter(JobTrack::awaited).map(JobTrack::jobId).toList();
    }

    /** Jobs that are gone. */
    public List<JobTrack> lostJobs() {
        return jobs.stream().filter(job -> job.lost() != null).toList();
    }

    Evacuation vacated(String slurmNode, List<Long> requeued, List<Long> lost) {
        Evacuation next = new Evacuation(slurmNode, failure, joinedNode, jobs);
        for (long job : requeued) {
            next = next.job(job, JobTrack::asRequeued);
        }
        for (long job : lost) {
            next = next.job(job, track -> track.asLost("gone from the node without a requeue"));
        }
        return next;
    }

    Evacuation failed(Failure why) {
        return new Evacuation(vacatedNode, why, joinedNode, jobs);
    }

    Evacuation joined(String slurmNode) {
        return new Evacuation(vacatedNode, failure, slurmNode, jobs);
    }

    Evacuation job(long jobId, UnaryOperator<JobTrack> change) {
        List<JobTrack> list = new ArrayList<>(jobs);
        int at = indexOf(jobId);
        if (at < 0) {
            list.add(change.apply(JobTrack.of(jobId)));
        } else {
            list.set(at, change.apply(list.get(at)));
        }
        list.sort(Comparator.comparingLong(JobTrack::jobId));
        return new Evacuation(vacatedNode, failure, joinedNode, list);
    }

    private int indexOf(long jobId) {
        for (int i = 0; i < jobs.size(); i++) {
            if (jobs.get(i).jobId() == jobId) {
                return i;
            }
        }
        return -1;
    }
}
