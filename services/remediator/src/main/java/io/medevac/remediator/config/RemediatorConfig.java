package io.medevac.remediator.config;

import io.medevac.domain.remediation.policy.Mode;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Configuration of the remediator. An unknown key below the prefix stops the start. */
@ConfigMapping(prefix = "medevac.remediator")
public interface RemediatorConfig {

    /**
     * YAML file with the limits and waits of each pool ({@code k8s/examples/policy.yaml}). Read
     * again when it changes; a file with a mistake stops the start, and later leaves the last good
     * one in force. Without a file the defaults hold for every pool.
     */
    Optional<Path> policyFile();

    /** Mode of pools for which the policy file says none: {@code dry-run} or {@code enforce}. */
    @WithDefault("dry-run")
    Mode defaultMode();

    /**
     * Cooldown of pools for which the policy file says none: how long a node that was taken out
     * before, and fails again after it came back, is left alone; 0 to 7 days, {@code 0s} for never.
     */
    @WithDefault("10m")
    Duration defaultCooldown();

    /** Mode of all pools, whatever the policy file says: {@code dry-run} or {@code enforce}. */
    Optional<Mode> mode();

    /**
     * Labels that all slurmd pods have and no others, {@code key=value} with commas between: they
     * are drained through Slurm, never evicted.
     */
    @WithDefault("app.kubernetes.io/name=slurmd")
    String slurmdSelector();

    /** Incidents worked on at the same time in this process; 1 or more. */
    @WithDefault("8")
    int concurrency();
}
