package io.medevac.slurmbridge;

import io.medevac.slurmbridge.adapter.slurm.ThreeNodeSlurm;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives a Quarkus test a real Slurm. */
public final class SlurmParts implements QuarkusTestResourceLifecycleManager {
    private @Nullable ThreeNodeSlurm running;

    @Override
    public Map<String, String> start() {
        try {
            running = ThreeNodeSlurm.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of(
                "medevac.slurm-bridge.slurm-conf",
                running.slurmConf(),
                "medevac.slurm-bridge.progress.file",
                "{work_dir}/progress-{job_id}.json");
    }

    @Override
    public void stop() {
        if (running != null) {
            running.close();
        }
    }
}
