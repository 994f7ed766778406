package io.medevac.simulation;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.Slurmctld;
import io.medevac.slurmbridge.port.SlurmControl;
import java.util.List;
import java.util.Optional;

/** Slurm in all weather; every act is checked before it is done. */
final class SimulatedSlurm implements SlurmControl {
    private final SlurmControl slurm;
    private final Weather weather;
    private final Rules rules;

    SimulatedSlurm(SlurmControl slurm, Weather weather, Rules rules) {
        this.slurm = slurm;
        this.weather = weather;
        this.rules = rules;
    }

    @Override
    public List<SlurmNode> readNodes() {
        return weather.around("sinfo", slurm::readNodes);
    }

    @Override
    public List<SlurmJob> readJobs() {
        return weather.around("squeue", slurm::readJobs);
    }

    @Override
    public Slurmctld readController() {
        return weather.around("show config", slurm::readController);
    }

    @Override
    public Optional<String> readMailUser(long jobId) {
        return weather.around("show job", () -> slurm.readMailUser(jobId));
    }

    @Override
    public Outcome drain(String node, DrainReason reason, DrainReason standing) {
        return weather.around(
                "drain",
                () -> {
                    rules.beforeDrain(node);
                    return slurm.drain(node, reason, standing);
                });
    }

    @Override
    public Outcome requeue(SlurmJob job) {
        return weather.around(
                "requeue",
                () -> {
                    rules.beforeRequeue(job);
                    return slurm.requeue(job);
                });
    }

    @Override
    public Outcome undrain(String node, DrainReason standing) {
        return weather.around("undrain", () -> slurm.undrain(node, standing));
    }

    @Override
    public void ping() {
        slurm.ping();
    }
}
