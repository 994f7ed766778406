package io.medevac.domain.slurm;

import java.time.Duration;

/**
 * What the controller says of itself.
 *
 * @param killWait grace between SIGTERM and SIGKILL, as it is configured
 * @param startedAt when it was started, in its own words; empty when it does not say
 */
public record Slurmctld(Duration killWait, String startedAt) {

    /** It was not asked. */
    public static final Slurmctld NOT_ASKED = new Slurmctld(Duration.ZERO, "");
}
