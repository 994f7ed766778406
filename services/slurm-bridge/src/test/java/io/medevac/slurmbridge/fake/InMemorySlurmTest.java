package io.medevac.slurmbridge.fake;

import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.slurmbridge.port.SlurmControl;
import io.medevac.slurmbridge.port.SlurmControlContract;

/** The Slurm in memory keeps the contract of the real one. */
class InMemorySlurmTest extends SlurmControlContract {
    private final InMemorySlurm slurm =
            new InMemorySlurm(new ManualClock(), "gpu-0", "gpu-1", "gpu-2");

    @Override
    protected SlurmControl slurm() {
        return slurm;
    }

    @Override
    protected long submitGang() {
        return slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
    }

    @Override
    protected long submit(JobKind kind) {
        return slurm.submit(kind, "gpu-0");
    }

    @Override
    protected long submitArray() {
        return slurm.submitArray(2, "gpu-0");
    }

    @Override
    protected void drainByHand(String node, String reason) {
        slurm.drainByHand(node, reason);
    }

    @Override
    protected void cancel(long job) {
        slurm.end(job, SlurmJobState.CANCELLED);
    }

    @Override
    protected void controller(boolean running) {
        slurm.answers(running);
    }
}
