package io.medevac.slurmbridge.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.SlurmNodeFlag;
import io.medevac.slurmbridge.fake.Incident;
import io.medevac.slurmbridge.port.SlurmControl.Outcome;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What every door to Slurm does; gpu-0, gpu-1 and gpu-2 are there, idle and empty. */
public abstract class SlurmControlContract {
    private static final DrainReason OURS = DrainReason.of(Incident.ID, "GPU 3 XID 79");

    /** The door under test. */
    protected abstract SlurmControl slurm();

    /** Starts a batch job on gpu-0 and gpu-1. */
    protected abstract long submitGang();

    /** Starts a job of a kind that cannot be requeued on gpu-0. */
    protected abstract long submit(JobKind kind);

    /** Starts an array of two tasks on gpu-0; its id. */
    protected abstract long submitArray();

    /** An administrator drains a node. */
    protected abstract void drainByHand(String node, String reason);

    /** The owner cancels the job. */
    protected abstract void cancel(long job);

    /** The controller stops, or answers again. */
    protected abstract void controller(boolean running);

    private SlurmNode node(String name) {
        return slurm().readNodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private SlurmJob job(long id) {
        return slurm().readJobs().stream().filter(job -> job.id() == id).findFirst().orElseThrow();
    }

    private SlurmJob await(long id, Predicate<SlurmJob> state) {
        Awaitility.await("job " + id)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () ->
                                slurm().readJobs().stream()
                                        .anyMatch(job -> job.id() == id && state.test(job)));
        return job(id);
    }

    @Test
    void showsIdleNodes() {
        assertThat(slurm().readNodes())
                .extracting(SlurmNode::name)
                .containsExactly("gpu-0", "gpu-1", "gpu-2");
        assertThat(slurm().readNodes()).allMatch(node -> node.state().usable());
        assertThat(slurm().readController().killWait()).isPositive();
        assertThat(slurm().readController().startedAt())
                .isNotBlank()
                .isEqualTo(slurm().readController().startedAt());
    }

    @Test
    void drainsANodeAndLiftsItsOwnDrain() {
        assertThat(slurm().drain("gpu-1", OURS, DrainReason.NONE))
                .isEqualTo(new Outcome.Accepted());
        assertThat(node("gpu-1").closedByUs()).isTrue();
        assertThat(node("gpu-1").reason()).isEqualTo(OURS);

        assertThat(slurm().undrain("gpu-1", OURS)).isEqualTo(new Outcome.Accepted());
        assertThat(node("gpu-1").state().has(SlurmNodeFlag.DRAIN)).isFalse();
    }

    @Test
    void neverOverwritesADrainThatCameMeanwhile() {
        drainByHand("gpu-1", "bad fan, jd");

        assertThat(slurm().drain("gpu-1", OURS, DrainReason.NONE))
                .isInstanceOf(Outcome.Overtaken.class);
        assertThat(node("gpu-1").reason().text()).isEqualTo("bad fan, jd");
    }

    @Test
    void neverLiftsADrainThatIsNotTheOneMeant() {
        drainByHand("gpu-1", "bad fan, jd");

        assertThat(slurm().undrain("gpu-1", OURS)).isInstanceOf(Outcome.Overtaken.class);
        assertThat(slurm().undrain("gpu-1", new DrainReason("bad fan, jd")))
                .isInstanceOf(Outcome.Overtaken.class);
        assertThat(node("gpu-1").state().has(SlurmNodeFlag.DRAIN)).isTrue();
    }

    @Test
    void requeuesARunOnce() {
        long id = submitGang();
        SlurmJob run = await(id, SlurmJob::running);
        assertThat(run.nodes()).containsExactly("gpu-0", "gpu-1");
        assertThat(run.kind()).isEqualTo(JobKind.REQUEUEABLE);

        assertThat(slurm().requeue(run)).isEqualTo(new Outcome.Accepted());
        assertThat(slurm().requeue(run)).isInstanceOf(Outcome.Overtaken.class);

        assertThat(job(id).run().restartCount()).isEqualTo(1);
        assertThat(job(id).active()).isFalse();
    }

    @Test
    void refusesWhatSlurmCannotRequeue() {
        SlurmJob run = await(submit(JobKind.NO_REQUEUE), SlurmJob::running);

        assertThat(run.kind()).isEqualTo(JobKind.NO_REQUEUE);
        assertThat(slurm().requeue(run)).isInstanceOf(Outcome.Refused.class);
        assertThat(job(run.id()).running()).isTrue();
    }

    @Test
    void neverBringsACancelledJobBack() {
        SlurmJob run = await(submitGang(), SlurmJob::running);
        cancel(run.id());

        assertThat(slurm().requeue(run)).isInstanceOf(Outcome.Overtaken.class);
        assertThat(await(run.id(), SlurmJob::ended).run().restartCount()).isZero();
    }

    @Test
    void requeuesOneTaskOfAnArray() {
        long array = submitArray();
        SlurmJob last = await(array, SlurmJob::running);
        assertThat(last.group().arrayTaskId()).isEqualTo(2);

        assertThat(slurm().requeue(last)).isEqualTo(new Outcome.Accepted());
        assertThat(slurm().readJobs())
                .filteredOn(job -> job.group().arrayJobId() == array && job.id() != array)
                .allMatch(SlurmJob::running)
                .hasSize(1);
    }

    @Test
    void givesNoAnswerForTheControllers() {
        SlurmJob run = await(submitGang(), SlurmJob::running);
        controller(false);
        try {
            assertThatThrownBy(() -> slurm().readJobs()).isInstanceOf(NoAnswer.class);
            assertThatThrownBy(() -> slurm().readNodes()).isInstanceOf(NoAnswer.class);
            assertThatThrownBy(() -> slurm().readController()).isInstanceOf(NoAnswer.class);
            assertThatThrownBy(() -> slurm().requeue(run)).isInstanceOf(NoAnswer.class);
            assertThatThrownBy(() -> slurm().drain("gpu-1", OURS, DrainReason.NONE))
                    .isInstanceOf(NoAnswer.class);
            assertThatThrownBy(() -> slurm().ping()).isInstanceOf(NoAnswer.class);
        } finally {
            controller(true);
        }
        assertThat(job(run.id()).run()).isEqualTo(run.run());
    }
}
