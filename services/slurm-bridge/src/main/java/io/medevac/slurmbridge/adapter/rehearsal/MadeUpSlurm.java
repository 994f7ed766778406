package io.medevac.slurmbridge.adapter.rehearsal;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.NodeMapping.SlurmdPod;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.SlurmNodeBaseState;
import io.medevac.domain.slurm.SlurmNodeFlag;
import io.medevac.domain.slurm.SlurmNodeState;
import io.medevac.domain.slurm.Slurmctld;
import io.medevac.slurmbridge.port.KubernetesView;
import io.medevac.slurmbridge.port.SlurmControl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One faulty node, one spare and one job that do as they are told; they exist nowhere else. Each
 * reading asks the real Slurm and Kubernetes too, as far as that changes nothing.
 */
final class MadeUpSlurm implements SlurmControl, KubernetesView {
    static final String NODE = "medevac-rehearsal";
    static final String SPARE = NODE + "-spare";

    private static final long JOB = 0;

    private final SlurmControl slurm;
    private final KubernetesView kubernetes;
    private final UUID incident;
    private final Instant startedAt;
    private DrainReason reason = DrainReason.NONE;
    private SlurmJobState state = SlurmJobState.RUNNING;
    private String jobNode = NODE;
    private int restarts;

    MadeUpSlurm(SlurmControl slurm, KubernetesView kubernetes, UUID incident, Instant startedAt) {
        this.slurm = slurm;
        this.kubernetes = kubernetes;
        this.incident = incident;
        this.startedAt = startedAt;
    }

    /** The requeued job runs on the spare. */
    void startAgain() {
        state = SlurmJobState.RUNNING;
        jobNode = SPARE;
        restarts++;
    }

    @Override
    public Optional<KubernetesNode> node(String name) {
        kubernetes.node(name);
        return Optional.of(new KubernetesNode(name, incident.toString()));
    }

    @Override
    public List<SlurmdPod> slurmdPods(String node) {
        kubernetes.slurmdPods(node);
        return List.of(new SlurmdPod(node, node));
    }

    @Override
    public List<SlurmNode> readNodes() {
        SlurmNodeState faulty =
                reason.ours()
                        ? SlurmNodeState.of(SlurmNodeBaseState.IDLE, SlurmNodeFlag.DRAIN)
                        : SlurmNodeState.of(SlurmNodeBaseState.IDLE);
        return Stream.concat(
                        slurm.readNodes().stream(),
                        Stream.of(
                                new SlurmNode(NODE, faulty, reason, ""),
                                new SlurmNode(
                                        SPARE,
                                        SlurmNodeState.of(SlurmNodeBaseState.IDLE),
                                        DrainReason.NONE,
                                        "")))
                .toList();
    }

    @Override
    public List<SlurmJob> readJobs() {
        SlurmJob job =
                new SlurmJob(
                        new JobRun(JOB, restarts),
                        SlurmJob.Group.NONE,
                        Set.of(state),
                        "None",
                        JobKind.REQUEUEABLE,
                        state == SlurmJobState.RUNNING ? List.of(jobNode) : List.of(),
                        startedAt,
                        new SlurmJob.About(NODE, NODE, null, NODE, "/"));
        return Stream.concat(slurm.readJobs().stream(), Stream.of(job)).toList();
    }

    @Override
    public Slurmctld readController() {
        return slurm.readController();
    }

    @Override
    public Optional<String> readMailUser(long jobId) {
        return Optional.empty();
    }

    @Override
    public Outcome drain(String node, DrainReason wanted, DrainReason standing) {
        reason = wanted;
        return new Outcome.Accepted();
    }

    @Override
    public Outcome requeue(SlurmJob job) {
        state = SlurmJobState.PENDING;
        return new Outcome.Accepted();
    }

    @Override
    public Outcome undrain(String node, DrainReason standing) {
        return new Outcome.Accepted();
    }

    @Override
    public void ping() {
        slurm.ping();
    }
}
