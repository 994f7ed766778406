package io.medevac.domain.slurm;

import io.medevac.domain.slurm.SlurmJobState.Kind;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A job as Slurm shows it.
 *
 * @param run own id and restart count
 * @param group array or heterogeneous job it is part of
 * @param states state, and the state flags where Slurm shows them beside it
 * @param stateReason why it is in that state, in Slurm's word ({@code BeginTime}, {@code
 *     Resources})
 * @param kind whether Slurm can requeue it
 * @param nodes Slurm nodes of its allocation; empty when it has none
 * @param startedAt when the current run started; null when Slurm does not say
 * @param about what people call it
 */
public record SlurmJob(
        JobRun run,
        Group group,
        Set<SlurmJobState> states,
        String stateReason,
        JobKind kind,
        List<String> nodes,
        @Nullable Instant startedAt,
        About about) {

    public SlurmJob {
        states = Set.copyOf(states);
        nodes = List.copyOf(nodes);
    }

    /** Whether Slurm can put a job back into the queue. */
    public enum JobKind {
        /** A batch job that may be requeued. */
        REQUEUEABLE,
        /** A batch job submitted with {@code --no-requeue}, or a site that forbids it. */
        NO_REQUEUE,
        /** {@code salloc} or {@code srun}: nothing that could be started again. */
        INTERACTIVE
    }

    /**
     * What a job is part of.
     *
     * @param arrayJobId id of the array; 0 when in none
     * @param arrayTaskId index in the array; null when in none
     * @param hetJobId id of the leader of the heterogeneous job; 0 when in none
     */
    public record Group(long arrayJobId, @Nullable Integer arrayTaskId, long hetJobId) {
        /** Part of nothing. */
        public static final Group NONE = new Group(0, null, 0);
    }

    /**
     * What people call a job.
     *
     * @param name job name
     * @param user user name of the owner
     * @param mailUser address given with {@code --mail-user}; null when none, or not asked for
     * @param partition partition
     * @param workDir working directory
     */
    public record About(
            String name,
            String user,
            @Nullable String mailUser,
            String partition,
            String workDir) {}

    /** The job's own id. */
    public long id() {
        return run.jobId();
    }

    /** Id that Slurm requeues: the leader of a heterogeneous job, else the job itself. */
    public long leaderId() {
        return group.hetJobId() == 0 ? id() : group.hetJobId();
    }

    /** In the queue, and on no node any more. */
    public boolean pending() {
        return place() == Kind.PENDING;
    }

    /** Running, suspended or just starting. */
    public boolean active() {
        return place() == Kind.ACTIVE;
    }

    /** Running in the narrow sense. */
    public boolean running() {
        return active() && states.equals(Set.of(SlurmJobState.RUNNING));
    }

    /** Its processes are being ended; they may still be there. */
    public boolean completing() {
        return place() == Kind.COMPLETING;
    }

    /** Over, and on no node any more. */
    public boolean ended() {
        return place() == Kind.FINAL;
    }

    /** Whether it may have a process on that node. An unrecognised state may. */
    public boolean on(String node) {
        return !pending() && !ended() && nodes.contains(node);
    }

    /** The states in words, {@code PENDING+COMPLETING}. */
    public String stateText() {
        return states.stream()
                .sorted(Comparator.naturalOrder())
                .map(Enum::name)
                .collect(Collectors.joining("+"));
    }

    /** The same job with its mail address. */
    public SlurmJob withMailUser(@Nullable String mailUser) {
        About known = new About(about.name, about.user, mailUser, about.partition, about.workDir);
        return new SlurmJob(run, group, states, stateReason, kind, nodes, startedAt, known);
    }

    private Kind place() {
        return states.stream()
                .map(SlurmJobState::kind)
                .max(Comparator.naturalOrder())
                .orElse(Kind.UNRECOGNISED);
    }
}
