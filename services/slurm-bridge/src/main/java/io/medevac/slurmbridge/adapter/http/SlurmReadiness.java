package io.medevac.slurmbridge.adapter.http;

import io.medevac.messaging.PeerReadiness;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/** Ready only when slurmctld answers. */
@Readiness
@Singleton
class SlurmReadiness extends PeerReadiness {
    private final SlurmControl slurm;

    @Inject
    SlurmReadiness(SlurmControl slurm, InstantSource clock) {
        super("slurm", clock);
        this.slurm = slurm;
    }

    @Override
    protected @Nullable String trouble() {
        try {
            slurm.ping();
            return null;
        } catch (NoAnswer e) {
            return String.valueOf(e.getMessage());
        }
    }
}
