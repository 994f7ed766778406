package io.medevac.slurmbridge.fake;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.SlurmNodeBaseState;
import io.medevac.domain.slurm.SlurmNodeFlag;
import io.medevac.domain.slurm.SlurmNodeState;
import io.medevac.domain.slurm.Slurmctld;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A Slurm in memory that does what the real one was seen to do. Time passes only when the clock
 * moves and somebody looks: a requeued job saves for {@code saving}, waits for {@code waiting}, and
 * starts on nodes that take work.
 */
public final class InMemorySlurm implements SlurmControl {
    private final InstantSource clock;
    private final Map<String, DrainReason> reasons = new LinkedHashMap<>();
    private final Set<String> drained = new HashSet<>();
    private final Set<String> silent = new HashSet<>();
    private final Map<Long, SlurmJob> jobs = new LinkedHashMap<>();
    private final Map<Long, Instant> movesAt = new HashMap<>();
    private final List<String> requeues = new ArrayList<>();
    private boolean answering = true;
    private long nextId = 1;

    /** How long a signalled job takes to save. */
    public Duration saving = Duration.ofSeconds(2);

    /** How long a requeued job waits before it may start. */
    public Duration waiting = Duration.ofSeconds(11);

    /** A cluster of idle nodes. */
    public InMemorySlurm(InstantSource clock, String... nodes) {
        this.clock = clock;
        for (String node : nodes) {
            reasons.put(node, DrainReason.NONE);
        }
    }

    // What people and machines do.

    /** Starts a job at once; its id. */
    public long submit(JobKind kind, String... nodes) {
        long id = nextId++;
        jobs.put(id, job(id, 0, SlurmJobState.RUNNING, kind, SlurmJob.Group.NONE, List.of(nodes)));
        return id;
    }

    /** Starts an array, each task with an id of its own, the last with that of the array. */
    public long submitArray(int tasks, String node) {
        long array = nextId++;
        for (int task = 1; task <= tasks; task++) {
            long id = task == tasks ? array : nextId++;
            SlurmJob.Group group = new SlurmJob.Group(array, task, 0);
            jobs.put(
                    id,
                    job(id, 0, SlurmJobState.RUNNING, JobKind.REQUEUEABLE, group, List.of(node)));
        }
        return array;
    }

    /** The job ends in this state. */
    public void end(long id, SlurmJobState state) {
        jobs.computeIfPresent(
                id, (key, job) -> with(job, job.run().restartCount(), state, List.of()));
        movesAt.remove(id);
    }

    /** Somebody drains a node by hand. */
    public void drainByHand(String node, String reason) {
        drained.add(node);
        reasons.put(node, new DrainReason(reason));
    }

    /** A node that Slurm is to know, but whose slurmd has not registered. */
    public void addSilent(String node) {
        reasons.put(node, DrainReason.NONE);
        silent.add(node);
    }

    /** Its slurmd registers. */
    public void register(String node) {
        silent.remove(node);
    }

    /** Whether the controller answers. */
    public void answers(boolean answers) {
        answering = answers;
    }

    /** Ids that were asked to be requeued, in order. */
    public List<String> requeues() {
        return List.copyOf(requeues);
    }

    /** All jobs as they are, without time passing. */
    public List<SlurmJob> everything() {
        return List.copyOf(jobs.values());
    }

    /** All nodes as they are, without time passing. */
    public List<SlurmNode> nodes() {
        return reasons.keySet().stream().map(this::node).toList();
    }

    /** Somebody takes whatever drain stands on the node away. */
    public void resumeByHand(String node) {
        drained.remove(node);
        reasons.put(node, DrainReason.NONE);
    }

    // What Slurm does.

    @Override
    public List<SlurmNode> readNodes() {
        pass();
        return nodes();
    }

    @Override
    public List<SlurmJob> readJobs() {
        pass();
        return List.copyOf(jobs.values());
    }

    @Override
    public Slurmctld readController() {
        pass();
        return new Slurmctld(Duration.ofMinutes(2), "2026-01-01T00:00:00");
    }

    @Override
    public Optional<String> readMailUser(long jobId) {
        pass();
        return Optional.of("ada@example.org");
    }

    @Override
    public Outcome drain(String node, DrainReason reason, DrainReason standing) {
        pass();
        SlurmNode seen = known(node);
        if (seen.closed() || !seen.reason().equals(standing)) {
            return new Outcome.Overtaken(seen.toString());
        }
        drained.add(node);
        reasons.put(node, reason);
        return new Outcome.Accepted();
    }

    @Override
    public Outcome undrain(String node, DrainReason standing) {
        pass();
        SlurmNode seen = known(node);
        if (!seen.closedByUs() || !seen.reason().equals(standing)) {
            return new Outcome.Overtaken(seen.toString());
        }
        drained.remove(node);
        reasons.put(node, DrainReason.NONE);
        return new Outcome.Accepted();
    }

    @Override
    public Outcome requeue(SlurmJob job) {
        pass();
        SlurmJob seen = jobs.get(job.id());
        if (seen == null || !seen.run().equals(job.run()) || !seen.active()) {
            return new Outcome.Overtaken(seen == null ? "unknown" : seen.stateText());
        }
        if (seen.kind() != JobKind.REQUEUEABLE) {
            return new Outcome.Refused("Requested operation is presently disabled");
        }
        requeues.add(seen.run().toString());
        jobs.put(
                seen.id(),
                with(seen, seen.run().restartCount() + 1, SlurmJobState.COMPLETING, seen.nodes()));
        movesAt.put(seen.id(), clock.instant().plus(saving));
        return new Outcome.Accepted();
    }

    @Override
    public void ping() {
        pass();
    }

    /** Lets happen what was due by now. */
    private void pass() {
        if (!answering) {
            throw new NoAnswer("slurmctld is down");
        }
        Instant now = clock.instant();
        for (SlurmJob job : List.copyOf(jobs.values())) {
            Instant due = movesAt.get(job.id());
            if (due == null || now.isBefore(due)) {
                continue;
            }
            if (job.completing()) {
                put(with(job, job.run().restartCount(), SlurmJobState.PENDING, List.of()));
                movesAt.put(job.id(), now.plus(waiting));
            } else if (job.pending()) {
                start(job);
            }
        }
    }

    private void start(SlurmJob job) {
        List<String> free =
                reasons.keySet().stream()
                        .filter(node -> node(node).state().usable())
                        .filter(node -> jobs.values().stream().noneMatch(on -> on.on(node)))
                        .limit(2)
                        .toList();
        if (free.size() == 2) {
            put(with(job, job.run().restartCount(), SlurmJobState.RUNNING, free));
            movesAt.remove(job.id());
        }
    }

    private void put(SlurmJob job) {
        jobs.put(job.id(), job);
    }

    private SlurmNode known(String node) {
        if (!reasons.containsKey(node)) {
            throw new NoAnswer("Slurm does not list node " + node);
        }
        return node(node);
    }

    private SlurmNode node(String name) {
        Set<SlurmNodeFlag> flags = EnumSet.noneOf(SlurmNodeFlag.class);
        if (drained.contains(name)) {
            flags.add(SlurmNodeFlag.DRAIN);
        }
        if (silent.contains(name)) {
            flags.add(SlurmNodeFlag.NOT_RESPONDING);
        }
        boolean completing =
                jobs.values().stream().anyMatch(job -> job.completing() && job.on(name));
        if (completing) {
            flags.add(SlurmNodeFlag.COMPLETING);
        }
        boolean busy = jobs.values().stream().anyMatch(job -> job.active() && job.on(name));
        SlurmNodeBaseState base =
                silent.contains(name)
                        ? SlurmNodeBaseState.DOWN
                        : busy ? SlurmNodeBaseState.ALLOCATED : SlurmNodeBaseState.IDLE;
        DrainReason reason = reasons.getOrDefault(name, DrainReason.NONE);
        return new SlurmNode(name, new SlurmNodeState(base, flags), reason, "");
    }

    private SlurmJob with(SlurmJob job, int restart, SlurmJobState state, List<String> nodes) {
        return job(job.id(), restart, state, job.kind(), job.group(), nodes);
    }

    private SlurmJob job(
            long id,
            int restart,
            SlurmJobState state,
            JobKind kind,
            SlurmJob.Group group,
            List<String> nodes) {
        return new SlurmJob(
                new JobRun(id, restart),
                group,
                Set.of(state),
                "None",
                kind,
                nodes,
                clock.instant(),
                new SlurmJob.About("train", "ada", null, "main", "/work"));
    }
}
