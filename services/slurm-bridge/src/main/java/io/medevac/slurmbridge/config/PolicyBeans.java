package io.medevac.slurmbridge.config;

import io.medevac.domain.slurm.evacuation.EvacuationPolicy;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Turns the configuration into the domain's policy, once. */
public final class PolicyBeans {
    private static final Duration SLOW_AFTER = Duration.ofMinutes(10);

    @Produces
    @Singleton
    EvacuationPolicy policy(SlurmBridgeConfig config) {
        SlurmBridgeConfig.Evacuation wait = config.evacuation();
        return new EvacuationPolicy(
                positive("evacuation.look", wait.look()),
                positive("evacuation.slow-look", wait.slowLook()),
                SLOW_AFTER,
                positive("evacuation.confirm", wait.confirm()),
                positive("evacuation.after-failure", wait.afterFailure()),
                positive("evacuation.ask-again", wait.askAgain()),
                positive("evacuation.drain-timeout", wait.drainTimeout()),
                positive("evacuation.leave-timeout", wait.leaveTimeout()),
                positive("evacuation.not-requeueable-timeout", wait.notRequeueableTimeout()),
                positive("evacuation.replace-timeout", wait.replaceTimeout()),
                positive("evacuation.join-timeout", wait.joinTimeout()),
                positive("evacuation.resume-timeout", wait.resumeTimeout()),
                positive("progress.running-for", config.progress().runningFor()));
    }

    /**
     * The value of a key that must be more than 0.
     *
     * @throws IllegalArgumentException when it is not; names the key
     */
    public static Duration positive(String key, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(
                    "medevac.slurm-bridge.%s must be more than 0, is %s".formatted(key, value));
        }
        return value;
    }
}
